// §2 /{customerType}/edit-account-details: picture, name, vehicles, email and phone number of a customer.
import { useQuery } from "@tanstack/react-query";
import { personFields } from "#domain/people/user-fields.ts";
import { getCustomerType } from "#domain/accounts/customer-type.ts";
import { useRequiredSession } from "#web/api/use-session.ts";
import { type CustomerDetails, detailsQuery, saveName, securityQuery } from "#web/features/accounts/settings/api.ts";
import { EmailCard } from "#web/features/accounts/settings/email-card.tsx";
import { PhoneCard } from "#web/features/accounts/settings/phone-card.tsx";
import { PictureCard } from "#web/features/accounts/settings/picture-card.tsx";
import { VehiclesCard } from "#web/features/accounts/settings/vehicles-card.tsx";
import { FormField } from "#web/product/forms/form-field.tsx";
import { showSuccess } from "#web/ui/feedback.ts";
import { Form, SubmitButton } from "#web/ui/forms/form.tsx";
import { Stack } from "#web/ui/layout.tsx";
import { TextLink } from "#web/ui/links/text-link.tsx";
import { Card, CenteredPage, usePageTitle } from "#web/ui/page.tsx";
import { ErrorState, SkeletonRows } from "#web/ui/states.tsx";
import { Title } from "#web/ui/text.tsx";
import { t } from "#web/languages/t.ts";

const fields = {
  first_name: { ...personFields.first_name, label: "Your name" },
  last_name: { ...personFields.last_name, label: "Last name (optional)" },
};

export function EditAccountPage() {
  usePageTitle(t("Edit account details"));
  const { user } = useRequiredSession();
  const details = useQuery(detailsQuery(user.id));
  const security = useQuery(securityQuery);
  const error = details.error ?? security.error;
  return (
    <CenteredPage width="form">
      <Title order={1}>{t("Edit account details")}</Title>
      {error && !(details.data && security.data) ? (
        <ErrorState error={error} onRetry={() => void Promise.all([details.refetch(), security.refetch()])} />
      ) : !details.data || !security.data ? (
        <SkeletonRows count={4} />
      ) : (
        <>
          <PictureCard details={details.data} />
          <NameCard details={details.data} />
          <VehiclesCard details={details.data} />
          <EmailCard pending={security.data.pending_email} hasPassword={security.data.has_password} />
          <PhoneCard verifiedPhone={security.data.verified_phone} hasPassword={security.data.has_password} />
        </>
      )}
      <TextLink to={`/${getCustomerType(user)}/my-account`}>{t("Password, sessions and your data")}</TextLink>
    </CenteredPage>
  );
}

function NameCard({ details }: { details: CustomerDetails }) {
  return (
    <Card title={t("Name")}>
      <Form
        fields={fields}
        initial={{ first_name: details.first_name, last_name: details.last_name ?? "" }}
        onSubmit={async ({ first_name: name, last_name: lastName }) => {
          await saveName(details.id, { first_name: name ?? "", last_name: lastName });
          showSuccess("DATA_UPDATED");
        }}
      >
        <Stack>
          <FormField name="first_name" autoComplete="name" />
          <FormField name="last_name" autoComplete="family-name" />
          <SubmitButton>{t("Save name")}</SubmitButton>
        </Stack>
      </Form>
    </Card>
  );
}
