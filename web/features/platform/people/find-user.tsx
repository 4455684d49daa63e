// Finds the accounts of a phone number or email, and helps with them.
import { Button } from "@mantine/core";
import { useState } from "react";
import { can } from "#domain/access/capabilities.ts";
import { isPlaceholderEmail } from "#domain/accounts/customer.ts";
import { roles } from "#domain/access/roles.ts";
import type { ActionReply } from "#domain/contracts.ts";
import { findUserFields } from "#domain/platform/people-fields.ts";
import { humanize } from "#domain/text/labels.ts";
import { call } from "#web/api/call.ts";
import { useRequiredSession } from "#web/api/use-session.ts";
import { FormField } from "#web/product/forms/form-field.tsx";
import { DateTime } from "#web/ui/data/date-time.tsx";
import { KeyValue, KeyValueList } from "#web/ui/data/key-value-list.tsx";
import { showSuccess } from "#web/ui/feedback.ts";
import { AsyncButton } from "#web/ui/forms/async-button.tsx";
import { Form, SubmitButton } from "#web/ui/forms/form.tsx";
import { Group, Stack } from "#web/ui/layout.tsx";
import { ConfirmSheet } from "#web/ui/overlays/confirm-sheet.tsx";
import { Card } from "#web/ui/page.tsx";
import { Text, Title } from "#web/ui/text.tsx";

type FoundUser = ActionReply<"POST /actions/platform/users/find">[number];

export function FindUser() {
  const [found, setFound] = useState<{ account: string; users: readonly FoundUser[] }>();
  const search = async (account: string): Promise<void> =>
    setFound({ account, users: await call({ route: "POST /actions/platform/users/find", body: { account } }) });
  return (
    <Card title="Find a user">
      <Form fields={findUserFields} onSubmit={({ account }) => search(account ?? "")}>
        {/* What was found belongs to the account that was typed. */}
        <Stack width="form" onInput={() => setFound(undefined)}>
          <FormField
            name="account"
            description="The whole number or address. Each search is recorded in the security log."
          />
          <SubmitButton size="lg" color="ink">
            Find
          </SubmitButton>
        </Stack>
      </Form>
      <div role="status">
        {found?.users.length === 0 && <Text c="dimmed">There is no account with {found.account}.</Text>}
      </div>
      {found && found.users.length > 0 && (
        <Stack component="ul" gap="lg" aria-label="Found users">
          {found.users.map((user) => (
            <UserDetails key={user.id} user={user} onChanged={() => search(found.account)} />
          ))}
        </Stack>
      )}
    </Card>
  );
}

function UserDetails({ user, onChanged }: { user: FoundUser; onChanged: () => Promise<void> }) {
  const place = [user.branch, user.company].filter(Boolean).join(", ");
  return (
    <Stack component="li" gap="sm">
      <Title order={3}>{user.name}</Title>
      <KeyValueList layout="stacked" minColumnWidth={240}>
        <KeyValue label="Role">{roles[user.role].name}</KeyValue>
        <KeyValue label="Company">{place || "–"}</KeyValue>
        <KeyValue label="Account">{humanize(user.status)}</KeyValue>
        <KeyValue label="Phone">{user.phone ?? "–"}</KeyValue>
        <KeyValue label="Email">{user.email && !isPlaceholderEmail(user.email) ? user.email : "–"}</KeyValue>
        <KeyValue label="Last login">{user.last_access ? <DateTime at={user.last_access} /> : "–"}</KeyValue>
        <KeyValue label="Open sessions">{user.sessions}</KeyValue>
        <KeyValue label="Two-factor login">{user.has_second_factor ? "On" : "Off"}</KeyValue>
      </KeyValueList>
      <UserActions user={user} onChanged={onChanged} />
    </Stack>
  );
}

function UserActions({
  user: { id, status, sessions, has_second_factor: hasSecondFactor },
  onChanged,
}: {
  user: FoundUser;
  onChanged: () => Promise<void>;
}) {
  const canReset = can(useRequiredSession(), "account.recover");
  async function act(action: Promise<unknown>, success: "DATA_UPDATED" | "INVITATION_SENT"): Promise<void> {
    await action;
    showSuccess(success);
    await onChanged();
  }
  return (
    <Group gap="sm">
      {sessions > 0 && (
        <AsyncButton
          variant="default"
          onPress={() =>
            act(call({ route: "POST /actions/platform/users/:user_id/end-sessions", user_id: id }), "DATA_UPDATED")
          }
        >
          End all sessions
        </AsyncButton>
      )}
      {status === "invited" && (
        <AsyncButton
          variant="default"
          onPress={() =>
            act(call({ route: "POST /actions/platform/users/:user_id/invite", user_id: id }), "INVITATION_SENT")
          }
        >
          Resend invitation
        </AsyncButton>
      )}
      {hasSecondFactor && canReset && (
        <ResetSecondFactor
          onConfirm={() =>
            act(
              call({ route: "POST /actions/account/users/:user_id/reset-second-factor", user_id: id }),
              "DATA_UPDATED",
            )
          }
        />
      )}
    </Group>
  );
}

/** Asks first: until the person sets it up again, the password alone opens the account. */
function ResetSecondFactor({ onConfirm }: { onConfirm: () => Promise<void> }) {
  const [isAsking, setIsAsking] = useState(false);
  return (
    <>
      <Button variant="default" onClick={() => setIsAsking(true)}>
        Turn off two-factor login
      </Button>
      <ConfirmSheet
        isOpen={isAsking}
        title="Turn off two-factor login?"
        action="Turn off"
        onConfirm={() => onConfirm().then(() => setIsAsking(false))}
        onClose={() => setIsAsking(false)}
      >
        Until it is set up again, the password alone opens the account. Be sure that you speak with the right person.
      </ConfirmSheet>
    </>
  );
}
