// The platform's share of what a branch takes, in percent; for settlement reports alone (reading.md §5).
import type { Row } from "#domain/collection.ts";
import { text } from "#domain/fields.ts";
import { updateItem } from "#web/items/items.ts";
import { FormField } from "#web/ui/form-field.tsx";
import { Card } from "#web/ui/page.tsx";
import { SettingsForm } from "#web/ui/settings-form.tsx";
import styles from "#web/features/platform/platform.module.css";

const percent = (label: string) =>
  text({
    label,
    pattern: /^(100(\.0{1,2})?|\d{1,2}(\.\d{1,2})?)$/,
    message: "*A percentage from 0 to 100, like 2.50",
  });
const fields = { platform_charges: percent("Platform charges"), service_charges: percent("Service charges") };

/** Kept in hundredths of a percent. */
function shown(value: unknown): string {
  return typeof value === "number" ? (value / 100).toFixed(2) : "";
}
function kept(value: unknown): number | null {
  return typeof value === "string" && value !== "" ? Math.round(Number(value) * 100) : null;
}

export function Shares({ row }: { row: Row & { id: number } }) {
  const names = Object.keys(fields);
  const typed = Object.fromEntries(names.map((name) => [name, shown(row[name])]));
  return (
    <Card>
      <h2 className={styles["heading"]}>The platform&apos;s share</h2>
      <p className={styles["soft"]}>In percent, for settlement reports; it never adds to what a customer pays.</p>
      <SettingsForm
        key={JSON.stringify(typed)}
        fields={fields}
        row={typed}
        onSave={(changes) =>
          updateItem(
            "Branch",
            row.id,
            Object.fromEntries(Object.entries(changes).map(([name, value]) => [name, kept(value)])),
          )
        }
      >
        <FormField name="platform_charges" placeholder="2.50" />
        <FormField name="service_charges" placeholder="0.00" />
      </SettingsForm>
    </Card>
  );
}
