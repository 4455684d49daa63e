// §2 /configurations/{menu} and /{edit}: parking settings of a branch: check-in fields, payment, slots and tariffs.
import * as limits from "#domain/limits.ts";
import { IconArrowLeft } from "@tabler/icons-react";
import { useParams } from "react-router";
import { Branch } from "#domain/branches/branch.collection.ts";
import { ParkingConfiguration } from "#domain/branches/branch-configuration.collection.ts";
import { canRequireApproval } from "#domain/branches/entity-type.ts";
import type { Fields } from "#domain/schema/collection.ts";
import { updateItem } from "#web/api/items.ts";
import { useBranch } from "#web/api/use-session.ts";
import { ButtonLink } from "#web/ui/button-link.tsx";
import { FormField } from "#web/product/forms/form-field.tsx";
import { NotFoundPage } from "#web/ui/errors/not-found.page.tsx";
import { Card, Page } from "#web/ui/page.tsx";
import { BlocksSection } from "#web/features/branches/blocks.tsx";
import { ConfigurationHistory } from "#web/features/branches/history.tsx";
import { SectionLink } from "#web/features/branches/section-link.tsx";
import { SettingsForm } from "#web/product/forms/settings-form.tsx";
import { TariffCard } from "#web/product/tariffs/tariff-card.tsx";
import { parkingTariff } from "#web/product/tariffs/tariff-services.ts";
import { Columns, Stack } from "#web/ui/layout.tsx";
import { Text } from "#web/ui/text.tsx";

/** Each section has its own URL: /configurations/parking/{edit}. */
const sections: { [edit: string]: () => React.ReactNode } = {
  gate: () => <CheckInFieldsSection />,
  entries: () => <PaymentAndSlotsSection />,
  blocks: () => <BlocksSection />,
  history: () => <ConfigurationHistory menu="parking" isExpanded />,
};

export function ParkingSettingsPage() {
  const { menu } = useParams();
  if (menu !== "parking") return <NotFoundPage />;
  return (
    <Page title="Parking settings">
      <Columns template="1fr 1fr">
        <Stack>
          <CheckInFieldsSection />
          <PaymentAndSlotsSection />
        </Stack>
        <Stack>
          <BlocksSection />
          <TariffCard {...parkingTariff} />
          <ConfigurationHistory menu="parking" isExpanded={false} />
        </Stack>
      </Columns>
    </Page>
  );
}

export function ParkingSettingsSectionPage() {
  const { menu, edit = "" } = useParams();
  const { path } = useBranch();
  const section = menu === "parking" && Object.hasOwn(sections, edit) ? sections[edit] : undefined;
  if (!section) return <NotFoundPage />;
  return (
    <Page
      title="Parking settings"
      actions={
        <ButtonLink
          to={path("configurations/parking")}
          variant="default"
          leftSection={<IconArrowLeft size={18} aria-hidden="true" />}
        >
          All parking settings
        </ButtonLink>
      }
    >
      <Stack width="form">{section()}</Stack>
    </Page>
  );
}

function pickFields(fields: Fields, names: readonly string[]): Fields {
  return Object.fromEntries(names.map((name) => [name, fields[name]!]));
}

const checkInFieldNames = [
  "allow_vehicle_image_required",
  "allow_vehicle_type_required",
  "visitor_phone",
  "allow_person_entries",
  "invite_max_days",
  "invites_per_host",
  "pass_max_days",
  "pass_moves_per_month",
];
const checkInFields = pickFields(Branch.fields, checkInFieldNames);

const visitorPhoneOptions = [
  { value: "required", label: "Required" },
  { value: "optional", label: "Optional" },
  { value: "off", label: "Not asked" },
];

function CheckInFieldsSection() {
  const { branch } = useBranch();
  return (
    <Card title={<SectionLink edit="gate">Check-in fields</SectionLink>}>
      <SettingsForm
        fields={checkInFields}
        row={{ ...branch }}
        onSave={(changes) => updateItem("Branch", branch.id, changes)}
      >
        <FormField name="allow_vehicle_image_required" label="Require a vehicle photo" />
        <FormField name="allow_vehicle_type_required" label="Require the vehicle type" />
        <FormField
          name="visitor_phone"
          label="Phone number"
          options={visitorPhoneOptions}
          description="Of vehicles with a one-time entry. Visitors on foot, passes and invites need one"
        />
        <FormField
          name="allow_person_entries"
          label="Allow walk-in visitors"
          description="Visitors on foot get their own entry"
        />
        <FormField
          name="invite_max_days"
          label="Maximum invite length (days)"
          description={`From start to end, up to ${limits.inviteDays} days`}
        />
        <FormField
          name="invites_per_host"
          description="Of an employee, approver or customer; staff and managers are not limited. Empty for no limit of the branch"
        />
        <FormField
          name="pass_max_days"
          description={`Of a new pass and of a renewal, up to ${limits.longestPassDays} days`}
        />
        <FormField name="pass_moves_per_month" description="To another vehicle number; 0 allows none" />
      </SettingsForm>
    </Card>
  );
}

const entryRuleNames = [
  "payment_type",
  "is_payment_type_chosen",
  "slot_type",
  "is_slot_required",
  "keeps_pass_slots",
  "security",
];
const entryRuleFields = pickFields(ParkingConfiguration.fields, entryRuleNames);

const paymentTypeOptions = [
  { value: "post-pay", label: "At exit" },
  { value: "pre-pay", label: "At entry" },
  { value: "pay-later", label: "On credit" },
];
const slotTypeOptions = [
  { value: "any_slot", label: "Lowest free slot" },
  { value: "specific_slot", label: "Staff choose the slot" },
];
const securityOptions = [
  { value: "less_security", label: "Enter immediately" },
  { value: "advanced_security", label: "Need approval" },
];

function PaymentAndSlotsSection() {
  const { branch } = useBranch();
  const config = branch.parking_config;
  if (!config) return null;
  const hasApproval = canRequireApproval(branch);
  return (
    <Card title={<SectionLink edit="entries">Payment and slots</SectionLink>}>
      <SettingsForm
        fields={entryRuleFields}
        row={config}
        onSave={(changes) => updateItem("Parking_Configuration", config.id, changes)}
      >
        <FormField name="payment_type" label="Collect payment" options={paymentTypeOptions} help="paymentType" />
        <FormField
          name="is_payment_type_chosen"
          label="Staff choose at check-in"
          description="At exit or at entry, for each vehicle"
        />
        <FormField name="slot_type" label="Slot allocation" options={slotTypeOptions} help="slotAllocation" />
        <FormField name="is_slot_required" label="Slot is compulsory" />
        <FormField
          name="keeps_pass_slots"
          label="Keep slots for passes"
          description="A pass can have a slot of its own, which no other vehicle gets while the pass is valid"
        />
        {hasApproval && <FormField name="security" label="Visitors" options={securityOptions} />}
      </SettingsForm>
      <Text c="dimmed">Applies to vehicles that check in later; those inside keep what they were promised.</Text>
    </Card>
  );
}
