// §4 Offers cash of the own shift to a colleague, who confirms it.
import { useQuery } from "@tanstack/react-query";
import { CashHandovers } from "#domain/cash/cash-handovers.collection.ts";
import { handOverCash, receiversQuery } from "#web/api/cash-shift.ts";
import { FormField } from "#web/product/forms/form-field.tsx";
import { showSuccess } from "#web/ui/feedback.ts";
import { Form, SubmitButton } from "#web/ui/forms/form.tsx";
import { Stack } from "#web/ui/layout.tsx";
import { Sheet } from "#web/ui/overlays/sheet.tsx";
import { ErrorState, SkeletonRows } from "#web/ui/states.tsx";
import { Text } from "#web/ui/text.tsx";
import { t } from "#web/languages/t.ts";

const { receiver, amount } = CashHandovers.fields;
const fields = { receiver: { ...receiver, label: "Hand over to", required: true }, amount };

export function HandOverSheet({ onClose }: { onClose: () => void }) {
  const { data: people, error, refetch } = useQuery(receiversQuery);
  return (
    <Sheet isOpen title={t("Hand over cash")} onClose={onClose}>
      {error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!people && !error && <SkeletonRows count={2} />}
      {people?.length === 0 && <Text c="dimmed">{t("No colleague is on duty who could take the cash.")}</Text>}
      {people && people.length > 0 && (
        <Form
          fields={fields}
          onSubmit={async ({ receiver, amount }) => {
            await handOverCash(String(receiver), String(amount));
            const name = people.find(({ id }) => id === receiver)?.name ?? t("your colleague");
            showSuccess(t("Waiting for {name} to confirm", { name }));
            onClose();
          }}
        >
          <Stack>
            <Text c="dimmed">{t("The cash stays in your shift until your colleague confirms it.")}</Text>
            <FormField name="receiver" options={people.map(({ id, name }) => ({ value: id, label: name }))} />
            <FormField name="amount" placeholder="0.00" />
            <SubmitButton>{t("Hand over")}</SubmitButton>
          </Stack>
        </Form>
      )}
    </Sheet>
  );
}
