// §1: opens a branch as support, with a reason or with the consent of its admin, and lists who did.
import { Button } from "@mantine/core";
import { SupportAccess } from "#domain/platform/support-access.collection.ts";
import { createItem, updateItem } from "#web/api/items.ts";
import { refreshItems } from "#web/api/query-client.ts";
import { enterAsSupport } from "#web/api/support-session.ts";
import { useRequiredSession } from "#web/api/use-session.ts";
import { FormField } from "#web/product/forms/form-field.tsx";
import { type LoggedAccess, SupportLog } from "#web/product/support/support-log.tsx";
import { showSuccess } from "#web/ui/feedback.ts";
import { AsyncButton } from "#web/ui/forms/async-button.tsx";
import { Form, SubmitButton } from "#web/ui/forms/form.tsx";
import { Stack } from "#web/ui/layout.tsx";
import { Sheet } from "#web/ui/overlays/sheet.tsx";
import { Text } from "#web/ui/text.tsx";
import { useNow } from "#web/ui/use-now.ts";

const fields = { reason: SupportAccess.fields.reason, asks_consent: SupportAccess.fields.asks_consent };

interface SupportedBranch {
  id: number;
  name: string;
}

export function OpenAsSupportButton({ branch, onPress }: { branch: SupportedBranch; onPress: () => void }) {
  return (
    <Button
      variant="default"
      aria-label={`Open as support: ${branch.name}`}
      // Above the link of the row.
      style={{ position: "relative", zIndex: 1 }}
      onClick={onPress}
    >
      Open as support
    </Button>
  );
}

/** Outside the table, whose rows are made anew when a phone is turned. */
export function OpenAsSupportSheet({ branch, onClose }: { branch: SupportedBranch; onClose: () => void }) {
  return (
    <Sheet isOpen title={`Open ${branch.name} as support?`} onClose={onClose}>
      <Form
        fields={fields}
        initial={{ asks_consent: true }}
        onSubmit={async ({ reason, asks_consent }) => {
          const { id, status } = await createItem("Support_Access", { branch: branch.id, reason, asks_consent });
          if (status === "open") return enterAsSupport(id);
          await refreshItems("Support_Access");
          showSuccess("The admins of the branch are asked");
          onClose();
        }}
      >
        <Stack>
          <Text c="dimmed">
            You read the branch like its admin for one hour, without secrets and documents, and change nothing. Its
            people see your name and the reason on every page, and its admins can end it.
          </Text>
          <FormField name="reason" widget="long-text" />
          <FormField name="asks_consent" />
          <SubmitButton color="ink">Continue</SubmitButton>
        </Stack>
      </Form>
    </Sheet>
  );
}

export function CompanySupportLog({
  company,
  branchNames,
}: {
  company: number;
  branchNames: ReadonlyMap<number, string>;
}) {
  return (
    <SupportLog
      filter={{ company: { _eq: company } }}
      getPlace={(branch) => branchNames.get(branch)}
      renderAction={(access) => <AccessAction access={access} />}
    />
  );
}

/** Enters an approved access, or withdraws a request, of the user's own. */
function AccessAction({ access: { id, status, supporter, expires_at, entered_at } }: { access: LoggedAccess }) {
  const { user } = useRequiredSession();
  const now = useNow();
  if (supporter !== user.id) return null;
  if (status === "requested")
    return (
      <AsyncButton
        variant="default"
        onPress={async () => {
          try {
            await updateItem("Support_Access", id, { status: "withdrawn" });
          } finally {
            await refreshItems("Support_Access");
          }
        }}
      >
        Withdraw
      </AsyncButton>
    );
  const isReady = status === "open" && !entered_at && expires_at !== null && now < new Date(expires_at);
  return isReady ? <AsyncButton onPress={() => enterAsSupport(id)}>Open branch</AsyncButton> : null;
}
