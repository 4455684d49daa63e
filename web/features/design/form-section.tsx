// Buttons and forms.
import { Button } from "@mantine/core";
import { IconHelp, IconPhoto, IconPlus } from "@tabler/icons-react";
import { useState } from "react";
import { mobileNumber } from "#domain/accounts/fields/account-fields.ts";
import { boolean, money, text } from "#domain/schema/fields.ts";
import { FormField } from "#web/product/forms/form-field.tsx";
import { Badge } from "#web/ui/badge.tsx";
import { ButtonLink } from "#web/ui/button-link.tsx";
import { CopyButton } from "#web/ui/copy-button.tsx";
import { showSuccess } from "#web/ui/feedback.ts";
import { FilterChip, FilterChipGroup } from "#web/ui/filters/filter-chip.tsx";
import { AsyncButton } from "#web/ui/forms/async-button.tsx";
import { FilePickerButton } from "#web/ui/forms/file-picker-button.tsx";
import { Form, SubmitButton } from "#web/ui/forms/form.tsx";
import { SearchField } from "#web/ui/forms/search-field.tsx";
import { SegmentedRadio } from "#web/ui/forms/segmented-radio.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { TabLinks } from "#web/ui/links/tab-links.tsx";
import { Group, Stack } from "#web/ui/layout.tsx";
import { Card } from "#web/ui/page.tsx";
import { Title } from "#web/ui/text.tsx";

const fields = {
  phone_no: { ...mobileNumber, label: "Phone number" },
  amount: money({ label: "Amount", min: 1, required: true }),
  note: text({ label: "Note", max: 200 }),
  kind: text({ default: "vehicle" }),
  is_later: boolean({ label: "Start on a later date" }),
};
const kinds = [
  { value: "vehicle", label: "With a vehicle" },
  { value: "person", label: "On foot" },
];
const tabs = [
  { to: "/design", label: "Registrations", isCurrent: true, badge: <Badge c="amber">3</Badge> },
  { to: "/design?page=2", label: "Change requests", isCurrent: false },
];

export function FormSection() {
  const [isChosen, setIsChosen] = useState(true);
  const [search, setSearch] = useState("");
  return (
    <Stack component="section">
      <Title size="xl">Buttons and forms</Title>
      <TabLinks label="Example pages" tabs={tabs} />
      <Group>
        <AsyncButton color="marigold" size="lg" onPress={async () => showSuccess("DATA_CREATED")}>
          Main action
        </AsyncButton>
        <Button size="lg">Action</Button>
        <Button size="lg" variant="default">
          Other action
        </Button>
        <Button size="lg" variant="outline" color="red">
          Remove
        </Button>
        <Button size="lg" color="green">
          Approve
        </Button>
        <Button size="lg" loading>
          Waiting
        </Button>
        <Button size="lg" disabled>
          Disabled
        </Button>
        <ButtonLink to="/design" size="lg" leftSection={<IconPlus size={20} aria-hidden="true" />}>
          Link
        </ButtonLink>
        <CopyButton text="https://example.com">Copy link</CopyButton>
        <IconButton label="Help" icon={IconHelp} onPress={() => showSuccess("Pressed")} />
      </Group>
      <Group gap="sm" justify="space-between">
        <FilterChipGroup label="Filter">
          <FilterChip label="All" isChosen={isChosen} onPress={() => setIsChosen(true)} />
          <FilterChip label="Unpaid" count={3} isChosen={!isChosen} onPress={() => setIsChosen(false)} />
        </FilterChipGroup>
        <SearchField label="Search" hint="Vehicle, phone, name" search={search} onSearch={setSearch} />
      </Group>
      <Card>
        <Form
          fields={fields}
          initialErrors={{ amount: "*Amount is required" }}
          onSubmit={() => showSuccess("DATA_UPDATED")}
        >
          <Stack width="form">
            <SegmentedRadio name="kind" label="Visitor type" options={kinds} />
            <FormField name="phone_no" description="Example: 98400 12345" />
            <FormField name="amount" />
            <FormField name="note" widget="long-text" />
            <FormField name="is_later" />
            <FilePickerButton icon={IconPhoto} accept="image/*" onFile={(file) => showSuccess(file.name)}>
              Choose image
            </FilePickerButton>
            <SubmitButton>Save</SubmitButton>
          </Stack>
        </Form>
      </Card>
    </Stack>
  );
}
