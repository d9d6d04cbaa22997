import { Button, Heading } from "@radix-ui/themes";
import { useState } from "react";
import { formatInstant } from "../../lib/ago";
import { useNow } from "../../lib/clock";
import { ConfirmDialog } from "../../ui/ConfirmDialog";
import { RecordList } from "../../ui/RecordList";
import { settled } from "./MemberDialog";
import { texts } from "./texts";
import { useTeamActions, type Invite } from "./useTeam";

/** Invitations that nobody has used yet. One that has run out stays until it is withdrawn. */
export function InvitesList({ invites }: { readonly invites: readonly Invite[] }) {
  const { revokeInvite } = useTeamActions();
  const [revoking, setRevoking] = useState<Invite | null>(null);
  const now = useNow(30_000);
  const { inviteColumns: columns } = texts;
  return (
    <section>
      <Heading as="h2" size="4" mb="2">
        {texts.invites}
      </Heading>
      <RecordList
        caption={texts.invites}
        rows={invites}
        keyOf={({ inviteId }) => inviteId}
        columns={[
          { label: columns.role, show: ({ role }) => texts.roles[role] },
          { label: columns.by, show: ({ createdByName }) => createdByName },
          { label: columns.created, show: ({ createdAt }) => formatInstant(createdAt) },
          {
            label: columns.expires,
            show: ({ expiresAt }) => (expiresAt <= now ? texts.expired : formatInstant(expiresAt)),
          },
        ]}
        actionsLabel={columns.actions}
        actions={(invite) => (
          <Button
            variant="soft"
            color="gray"
            highContrast
            aria-label={texts.revokeNamed(texts.roles[invite.role], invite.createdByName)}
            onClick={() => setRevoking(invite)}
          >
            {texts.revoke}
          </Button>
        )}
      />
      {revoking !== null && (
        <ConfirmDialog
          title={texts.revoke}
          question={texts.revokeQuestion}
          confirmLabel={texts.revoke}
          isDestructive
          onConfirm={() => settled(revokeInvite({ inviteId: revoking.inviteId }), texts.revoked, texts.revokeFailed)}
          onClose={() => setRevoking(null)}
          focusAfter={() => document.querySelector<HTMLElement>("main h1")}
        />
      )}
    </section>
  );
}
