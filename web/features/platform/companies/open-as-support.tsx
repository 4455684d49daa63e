// §1: opens a branch as support, with a reason or with the consent of its admin, and lists who did.
import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { SupportAccess } from "#domain/platform/support-access.collection.ts";
import { createItem, itemsQuery, updateItem } from "#web/api/items.ts";
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

function OpenAsSupportButton({ branch, onPress }: { branch: SupportedBranch; onPress: () => void }) {
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

/** The user's own request that waits, with its withdrawal; else the button that asks for one. */
export function SupportCell({ branch, onPress }: { branch: SupportedBranch; onPress: () => void }) {
  const { user } = useRequiredSession();
  // Of all branches: the same query for each row of the table.
  const filter = { supporter: { _eq: user.id }, status: { _eq: "requested" } };
  const { data = [] } = useQuery(itemsQuery("Support_Access", { filter, fields: ["id", "branch"] }));
  const waiting = data.find((access) => access.branch === branch.id);
  if (!waiting) return <OpenAsSupportButton branch={branch} onPress={onPress} />;
  return (
    <Stack gap="2xs" style={{ position: "relative", zIndex: 1 }}>
      <Text size="sm">Waiting for an admin</Text>
      <WithdrawButton id={waiting.id} label={`Withdraw the request for ${branch.name}`} />
    </Stack>
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

function WithdrawButton({ id, label = "Withdraw" }: { id: number; label?: string }) {
  return (
    <AsyncButton
      variant="default"
      aria-label={label}
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
}

/** Enters an approved access, or withdraws a request, of the user's own. */
function AccessAction({ access: { id, status, supporter, expires_at, entered_at } }: { access: LoggedAccess }) {
  const { user } = useRequiredSession();
  const now = useNow();
  if (supporter !== user.id) return null;
  if (status === "requested") return <WithdrawButton id={id} />;
  const isReady = status === "open" && !entered_at && expires_at !== null && now < new Date(expires_at);
  return isReady ? <AsyncButton onPress={() => enterAsSupport(id)}>Open branch</AsyncButton> : null;
}
