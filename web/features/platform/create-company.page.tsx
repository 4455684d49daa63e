// /platform/companies/create: creates a government office, residential society or school, and invites its admin.
import { useNavigate } from "react-router";
import { companyCreationFields, organisationKinds } from "#domain/onboarding/company-creation.ts";
import { getKeys } from "#domain/object-keys.ts";
import { serviceLabels } from "#domain/branches/services.ts";
import { call } from "#web/api/call.ts";
import { AskBeforeLeaving } from "#web/product/forms/ask-before-leaving.tsx";
import { FormField } from "#web/product/forms/form-field.tsx";
import { AddressFields } from "#web/product/submission/address-fields.tsx";
import { TaxIdField } from "#web/product/submission/tax-id-field.tsx";
import { showSuccess } from "#web/ui/feedback.ts";
import { Form, SubmitButton } from "#web/ui/forms/form.tsx";
import { Grid, Stack } from "#web/ui/layout.tsx";
import { Page, Card } from "#web/ui/page.tsx";
import { Text, Title } from "#web/ui/text.tsx";

const kindOptions = getKeys(organisationKinds).map((value) => ({ value, label: organisationKinds[value].label }));
const fields = {
  ...companyCreationFields,
  registered_name: { ...companyCreationFields.registered_name, label: "Registered name (optional)" },
  is_parking: { ...companyCreationFields.is_parking, label: serviceLabels.is_parking, default: true },
  is_valet_and_parking: { ...companyCreationFields.is_valet_and_parking, label: serviceLabels.is_valet_and_parking },
  admin_phone: { ...companyCreationFields.admin_phone, label: "Phone number (optional)" },
};

export function CreateCompanyPage() {
  const navigate = useNavigate();
  return (
    <Page title="New company">
      <Form
        fields={fields}
        onSubmit={async (values) => {
          const { company } = await call({ route: "POST /actions/platform/companies", body: values });
          showSuccess("INVITATION_SENT");
          await navigate(`/platform/review?company=${company}`);
        }}
      >
        <AskBeforeLeaving />
        <Stack gap="lg">
          <Text c="dimmed">
            Company and branch are created as submissions under review. Their admin can log in once you have published
            both.
          </Text>
          <Card component="section" gap="lg">
            <Title>Organisation</Title>
            <FormField name="organisation" options={kindOptions} />
            <FormField name="company_name" description="As visitors know it" autoComplete="off" />
            <FormField name="registered_name" />
            <TaxIdField kind="pan" label="PAN (optional)" description="10 characters, for example AAACM1234F." />
          </Card>
          <Card component="section" gap="lg">
            <Title>First branch</Title>
            <FormField name="branch_name" description="The location, for example Main gate or Block A" />
            <AddressFields />
            <TaxIdField kind="gstin" label="GSTIN (optional)" description="15 characters, for this state." />
            <Stack component="fieldset" gap="2xs">
              <legend>
                <strong>Services</strong>
              </legend>
              <FormField name="is_parking" />
              <FormField name="is_valet_and_parking" />
            </Stack>
          </Card>
          <Card component="section" gap="lg">
            <Title>Admin</Title>
            <Text c="dimmed">They get an invitation by email and choose a password.</Text>
            <Grid minColumnWidth={240}>
              <FormField name="admin_name" />
              <FormField name="admin_email" />
              <FormField name="admin_phone" description="10 digits" />
            </Grid>
          </Card>
          <SubmitButton>Create and invite admin</SubmitButton>
        </Stack>
      </Form>
    </Page>
  );
}
