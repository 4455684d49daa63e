// /platform/settings: settings of the whole product.
import { useQuery } from "@tanstack/react-query";
import { defaultAgreement, describeFees, type Fees } from "#domain/onboarding/agreement.ts";
import { ConfigurationSettings } from "#domain/platform/reference.collection.ts";
import { request } from "#web/api/client.ts";
import { FormField } from "#web/product/forms/form-field.tsx";
import { useFormState } from "#web/ui/forms/form.tsx";
import { AgreementText } from "#web/product/submission/submission-value.tsx";
import { HelpTopicButton } from "#web/product/help-button.tsx";
import { Page, Card } from "#web/ui/page.tsx";
import { SettingsForm } from "#web/product/forms/settings-form.tsx";
import { ErrorState, SkeletonRows } from "#web/ui/states.tsx";
import { NewBranchFees } from "#web/features/platform/two-person/platform-fees.tsx";
import { PublishingRule } from "#web/features/platform/two-person/publishing-rule.tsx";
import { platformSettingsQuery } from "#web/features/platform/platform-settings.ts";
import { Group, Stack } from "#web/ui/layout.tsx";
import { Title } from "#web/ui/text.tsx";

const { legal_name, legal_address, support_phone, support_email, map_tiles, vendor_agreement } =
  ConfigurationSettings.fields;
const contactFields = { legal_name, legal_address, support_phone, support_email };
const mapFields = { map_tiles };
const agreementFields = { vendor_agreement: { ...vendor_agreement, label: "Agreement text" } };

/** What new branches read with the typed text. */
function AgreementPreview({ fees }: { fees: Fees }) {
  const typed = String(useFormState().values["vendor_agreement"] ?? "");
  return (
    <Stack gap="2xs">
      <strong>Preview</strong>
      <AgreementText intro={describeFees(fees)} html={typed} ifEmpty={defaultAgreement} />
    </Stack>
  );
}

const saveSettings = (changes: object) => request("/items/Configuration_Settings", { method: "PATCH", body: changes });

export function PlatformSettingsPage() {
  const { data, error, refetch } = useQuery(platformSettingsQuery);
  return (
    <Page title="Settings">
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && !error && <SkeletonRows count={3} />}
      {data && (
        <Stack width="form" key={JSON.stringify(data)}>
          <Card>
            <Group justify="space-between" wrap="nowrap">
              <Title>Publishing</Title>
              <HelpTopicButton topic="publishingTakesTwo" />
            </Group>
            <PublishingRule isOn={data.publishing_takes_two} />
          </Card>
          <Card title="Contact details">
            <SettingsForm fields={contactFields} row={data} onSave={saveSettings}>
              <FormField
                name="legal_name"
                description="The company that operates this product, as registered. Shown on the legal pages."
              />
              <FormField
                name="legal_address"
                widget="long-text"
                description="Shown on the legal pages below the company name."
              />
              <FormField name="support_phone" description="Example: 044 4000 1234" />
              <FormField
                name="support_email"
                description="Shown on the legal pages. Enquiries are emailed to this address."
              />
            </SettingsForm>
          </Card>
          <Card title="Vendor agreement">
            <SettingsForm fields={agreementFields} row={data} onSave={saveSettings}>
              <FormField
                name="vendor_agreement"
                widget="long-text"
                description="The text new branches accept. If empty, the default text is used. Allowed tags: <h2>, <h3>, <p>, <ul>, <ol>, <li>, <strong>, <em>. Branches that have already accepted keep their version."
              />
              <AgreementPreview fees={data} />
            </SettingsForm>
          </Card>
          <NewBranchFees row={data} />
          <Card title="Maps">
            <SettingsForm fields={mapFields} row={data} onSave={saveSettings}>
              <FormField name="map_tiles" description="Example: https://tiles.example/{z}/{x}/{y}.png" />
            </SettingsForm>
          </Card>
        </Stack>
      )}
    </Page>
  );
}
