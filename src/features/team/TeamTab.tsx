import { Button, Flex } from "@radix-ui/themes";
import { useState } from "react";
import { sentenceOf } from "../../lib/refusal";
import { EmptyState } from "../../ui/EmptyState";
import { ListSkeleton } from "../../ui/ListSkeleton";
import { RefusedState } from "../../ui/RefusedState";
import { InviteDialog } from "./InviteDialog";
import { InvitesList } from "./InvitesList";
import { MemberDialog, type MemberDeed } from "./MemberDialog";
import { MembersList } from "./MembersList";
import { texts } from "./texts";
import { useTeam } from "./useTeam";

/** Equipe: who works in the company, and who is invited. For owners; the server decides. */
export function TeamTab() {
  const team = useTeam();
  const [isInviting, setIsInviting] = useState(false);
  const [deed, setDeed] = useState<MemberDeed | null>(null);

  if (team.status === "refused") return <RefusedState message={sentenceOf(team.error, texts.failed)} />;
  if (team.status === "loading") return <ListSkeleton rows={4} label={texts.loading} />;
  const { members, invites } = team.value;
  return (
    <div className="flex flex-col gap-6">
      <section aria-label={texts.members}>
        <Flex justify="end" mb="2">
          <Button onClick={() => setIsInviting(true)}>{texts.invite}</Button>
        </Flex>
        {members.length > 0 && <MembersList members={members} onChoose={setDeed} />}
        {members.every(({ isYou }) => isYou) && <EmptyState line={texts.alone} />}
      </section>
      {invites.length > 0 && <InvitesList invites={invites} />}
      {isInviting && <InviteDialog onClose={() => setIsInviting(false)} />}
      {deed !== null && <MemberDialog deed={deed} onClose={() => setDeed(null)} />}
    </div>
  );
}
