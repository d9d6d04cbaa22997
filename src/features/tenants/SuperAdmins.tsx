import { Badge, Button, Flex, Heading, Text } from "@radix-ui/themes";
import { lazy, Suspense, useState } from "react";
import { useAuth } from "../../lib/auth";
import { sentenceOf } from "../../lib/refusal";
import { ListSkeleton } from "../../ui/ListSkeleton";
import { RefusedState } from "../../ui/RefusedState";
import { SuperAdminDialog } from "./SuperAdminDialog";
import { texts } from "./texts";
import { useSuperAdmins, type SuperAdmin } from "./useTenants";

const SetPasswordDialog = lazy(() =>
  import("./SetPasswordDialog").then((module) => ({ default: module.SetPasswordDialog })),
);

/** Who has the whole installation. The master alone gives and takes that; all of them may set anybody a password. */
export function SuperAdmins() {
  const words = texts.superAdmins;
  const [isSetting, setIsSetting] = useState(false);
  return (
    <section aria-label={words.title}>
      <Flex justify="between" align="center" gap="3" mb="3" wrap="wrap">
        <Heading as="h2" size="4" tabIndex={-1} data-super-admins>
          {words.title}
        </Heading>
        <Button variant="soft" color="gray" highContrast onClick={() => setIsSetting(true)}>
          {texts.password.open}
        </Button>
      </Flex>
      <People />
      <Suspense fallback={null}>{isSetting && <SetPasswordDialog onClose={() => setIsSetting(false)} />}</Suspense>
    </section>
  );
}

function People() {
  const words = texts.superAdmins;
  const { profile } = useAuth();
  const people = useSuperAdmins();
  const [leaving, setLeaving] = useState<SuperAdmin | null>(null);
  if (people.status === "loading") return <ListSkeleton rows={2} label={words.loading} />;
  if (people.status === "refused")
    return <RefusedState message={texts.loadFailed(sentenceOf(people.error, texts.unknownCause))} />;
  return (
    <>
      <ul className="border-t border-(--gray-a4)">
        {people.value.map((person) => (
          <li
            key={person.profileId}
            className="flex min-h-11 flex-wrap items-center justify-between gap-3 border-b border-(--gray-a4) py-2 text-[14px]"
          >
            <div className="min-w-0">
              <span className="font-semibold break-words">{person.isYou ? words.you(person.name) : person.name}</span>{" "}
              {person.isMaster && <Badge color="gray">{words.master}</Badge>}
              {person.email !== null && (
                <Text as="p" size="2" color="gray" className="break-all">
                  {person.email}
                </Text>
              )}
            </div>
            {profile?.isMaster === true && !person.isYou && (
              <Button
                variant="soft"
                color="gray"
                highContrast
                aria-label={words.takeFrom(person.name)}
                onClick={() => setLeaving(person)}
              >
                {words.take}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {leaving !== null && <SuperAdminDialog person={leaving} isSuperAdmin={false} onClose={() => setLeaving(null)} />}
    </>
  );
}
