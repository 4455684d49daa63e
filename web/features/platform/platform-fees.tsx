// The platform's share of a branch's receipts, in percent; recorded for settlement only (reading.md §5).
import type { Row } from "#domain/schema/collection.ts";
import { text } from "#domain/schema/fields.ts";
import { updateItem } from "#web/api/items.ts";
import { FormField } from "#web/product/forms/form-field.tsx";
import { Card } from "#web/ui/page.tsx";
import { SettingsForm } from "#web/product/forms/settings-form.tsx";
import { Text } from "#web/ui/text.tsx";

const percentField = (label: string) =>
  text({
    label,
    pattern: /^(100(\.0{1,2})?|\d{1,2}(\.\d{1,2})?)$/,
    message: "*Enter a percentage from 0 to 100, for example 2.50",
  });
const fields = {
  platform_charges: percentField("Platform charges (%)"),
  service_charges: percentField("Service charges (%)"),
};

/** Stored in hundredths of a percent. */
function formatPercent(value: unknown): string {
  return typeof value === "number" ? (value / 100).toFixed(2) : "";
}
function toStoredPercent(value: unknown): number | null {
  return typeof value === "string" && value !== "" ? Math.round(Number(value) * 100) : null;
}

export function PlatformFees({ row }: { row: Row & { id: number } }) {
  const names = Object.keys(fields);
  const percentages = Object.fromEntries(names.map((name) => [name, formatPercent(row[name])]));
  return (
    <Card title="Platform fees">
      <Text c="dimmed">Percentage of the branch&apos;s receipts. Never added to what customers pay.</Text>
      <SettingsForm
        key={JSON.stringify(percentages)}
        fields={fields}
        row={percentages}
        onSave={(changes) =>
          updateItem(
            "Branch",
            row.id,
            Object.fromEntries(Object.entries(changes).map(([name, value]) => [name, toStoredPercent(value)])),
          )
        }
      >
        <FormField name="platform_charges" description="Example: 2.50" />
        <FormField name="service_charges" description="Example: 0.00" />
      </SettingsForm>
    </Card>
  );
}
