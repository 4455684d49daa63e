// Daily SMS and email limit of a branch; empty means the default.
import type { Row } from "#domain/schema/collection.ts";
import { text } from "#domain/schema/fields.ts";
import * as limits from "#domain/limits.ts";
import { updateItem } from "#web/api/items.ts";
import { FormField } from "#web/product/forms/form-field.tsx";
import { Card } from "#web/ui/page.tsx";
import { SettingsForm } from "#web/product/forms/settings-form.tsx";
import { Text } from "#web/ui/text.tsx";

const quotaField = (label: string) =>
  text({ label, pattern: /^\d{1,6}$/, message: "*Enter a whole number from 0 to 999999, or leave empty" });
const fields = {
  sms_per_day: quotaField("SMS per day (optional)"),
  mails_per_day: quotaField("Emails per day (optional)"),
};

export function MessageQuotaForm({ row }: { row: Row & { id: number } }) {
  const stored = Object.fromEntries(Object.keys(fields).map((name) => [name, row[name]]));

  function save(changes: { [name: string]: unknown }): Promise<unknown> {
    const numbers = Object.entries(changes).map(([name, value]) => [name, value ? Number(value) : null]);
    return updateItem("Branch", row.id, Object.fromEntries(numbers));
  }

  return (
    <Card title="Daily message limits">
      <Text c="dimmed">
        Messages this branch may send per day. If empty, the limit is {limits.messagesPerBranch.toLocaleString("en-IN")}
        .
      </Text>
      <SettingsForm fields={fields} row={stored} onSave={save}>
        <FormField name="sms_per_day" />
        <FormField name="mails_per_day" />
      </SettingsForm>
    </Card>
  );
}
