import { Button, Dialog, Flex, RadioGroup, Text, TextField } from "@radix-ui/themes";
import { useRef, useState } from "react";
import type { TenantRole } from "../../../domain/people";
import { notifyError, notifySuccess } from "../../lib/notify";
import { reportError } from "../../lib/reportError";
import { paths } from "../../lib/screens";
import { LabeledField } from "../../ui/LabeledField";
import { texts } from "./texts";
import { useTeamActions } from "./useTeam";

/** Makes the link of an invitation and shows it this once. */
export function InviteDialog({ onClose }: { readonly onClose: () => void }) {
  const [link, setLink] = useState<string | null>(null);
  return (
    <Dialog.Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Dialog.Content maxWidth="460px">
        <Dialog.Title size="4">{texts.inviteTitle}</Dialog.Title>
        <Dialog.Description size="2" color="gray" mb="3">
          {link === null ? texts.inviteLine : texts.linkOnce}
        </Dialog.Description>
        {link === null ? <RoleStep onMade={setLink} onClose={onClose} /> : <LinkStep link={link} onClose={onClose} />}
      </Dialog.Content>
    </Dialog.Root>
  );
}

function RoleStep({ onMade, onClose }: { readonly onMade: (link: string) => void; readonly onClose: () => void }) {
  const { invite } = useTeamActions();
  const [role, setRole] = useState<TenantRole>("staff");
  const [isBusy, setIsBusy] = useState(false);

  async function create() {
    if (isBusy) return;
    setIsBusy(true);
    try {
      const { token } = await invite({ role });
      // Behind '#' the key is never sent to a server, so it stands in no log.
      onMade(`${window.location.origin}${paths.invite}#${token}`);
    } catch (error) {
      reportError(error, texts.inviteFailed);
    } finally {
      setIsBusy(false);
    }
  }

  return (
    <>
      <Text as="div" size="2" weight="medium" mb="1" id="invite-role">
        {texts.inviteRole}
      </Text>
      <RadioGroup.Root
        aria-labelledby="invite-role"
        value={role}
        onValueChange={(value) => setRole(value === "owner" ? "owner" : "staff")}
      >
        <RadioGroup.Item value="staff">{texts.roles.staff}</RadioGroup.Item>
        <RadioGroup.Item value="owner">{texts.roles.owner}</RadioGroup.Item>
      </RadioGroup.Root>
      <Flex gap="3" mt="5" justify="end" wrap="wrap">
        <Button variant="soft" color="gray" highContrast onClick={onClose}>
          {texts.cancel}
        </Button>
        <Button aria-busy={isBusy} onClick={() => void create()}>
          {isBusy ? texts.creating : texts.createLink}
        </Button>
      </Flex>
    </>
  );
}

function LinkStep({ link, onClose }: { readonly link: string; readonly onClose: () => void }) {
  const field = useRef<HTMLInputElement>(null);

  async function copy() {
    try {
      await navigator.clipboard.writeText(link);
      notifySuccess(texts.copied);
    } catch {
      // Refused, or no secure page: the link is selected, one key away from being copied.
      field.current?.select();
      notifyError(texts.copyFailed);
    }
  }

  return (
    <>
      <LabeledField label={texts.link} error={null}>
        {(ids) => (
          <TextField.Root
            {...ids}
            ref={field}
            size="3"
            readOnly
            autoFocus
            value={link}
            onFocus={({ target }) => target.select()}
          />
        )}
      </LabeledField>
      <Flex gap="3" mt="5" justify="end" wrap="wrap">
        <Button variant="soft" color="gray" highContrast onClick={onClose}>
          {texts.done}
        </Button>
        <Button onClick={() => void copy()}>{texts.copy}</Button>
      </Flex>
    </>
  );
}
