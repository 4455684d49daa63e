// The platform's share of the receipts of a branch, or of new branches, in percent; for settlement only (reading.md §5).
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

interface PlatformFeesProps {
  row: Row;
  title: string;
  description: string;
  onSave: (changes: Row) => Promise<unknown>;
}

function FeesForm({ row, title, description, onSave }: PlatformFeesProps) {
  const names = Object.keys(fields);
  const percentages = Object.fromEntries(names.map((name) => [name, formatPercent(row[name])]));
  return (
    <Card title={title}>
      <Text c="dimmed">{description}</Text>
      <SettingsForm
        key={JSON.stringify(percentages)}
        fields={fields}
        row={percentages}
        onSave={(changes) =>
          onSave(Object.fromEntries(Object.entries(changes).map(([name, value]) => [name, toStoredPercent(value)])))
        }
      >
        <FormField name="platform_charges" description="Example: 2.50" />
        <FormField name="service_charges" description="Example: 0.00" />
      </SettingsForm>
    </Card>
  );
}

export function PlatformFees({ row }: { row: Row & { id: number } }) {
  return (
    <FeesForm
      row={row}
      title="Platform fees"
      description="Percentage of the branch's receipts. Never added to what customers pay."
      onSave={(changes) => updateItem("Branch", row.id, changes)}
    />
  );
}

export function NewBranchFees({ row, onSave }: Pick<PlatformFeesProps, "row" | "onSave">) {
  return (
    <FeesForm
      row={row}
      title="Fees of new branches"
      description="Percentage of the receipts. Vendors read it in the agreement before they accept it; other branches keep theirs."
      onSave={onSave}
    />
  );
}
