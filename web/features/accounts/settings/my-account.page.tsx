// §2 /{customerType}/my-account: the account of a customer.
import { IconLogout } from "@tabler/icons-react";
import { useNavigate } from "react-router";
import { describeCustomer } from "#domain/accounts/profile/describe-customer.ts";
import { logOut } from "#web/api/session.ts";
import { useRequiredSession } from "#web/api/use-session.ts";
import { showSuccess } from "#web/ui/feedback.ts";
import { usePageTitle, CenteredPage } from "#web/ui/page.tsx";
import { AsyncButton } from "#web/ui/forms/async-button.tsx";
import { AccountCards } from "#web/features/accounts/settings/account-cards.tsx";
import { Group, Stack } from "#web/ui/layout.tsx";
import { Text, Title } from "#web/ui/text.tsx";
import { t } from "#web/languages/t.ts";

export function MyAccountPage() {
  usePageTitle(t("My account"));
  const { user } = useRequiredSession();
  const navigate = useNavigate();

  async function leave(): Promise<void> {
    await navigate("/");
    await logOut();
    showSuccess("LOGGED_OUT");
  }

  return (
    <CenteredPage width="form">
      <Group justify="space-between">
        <Stack gap="2xs" style={{ flex: "1 1 200px" }}>
          <Title order={1}>{t("Hello, {name}", { name: user.first_name })}</Title>
          <Text c="dimmed">
            {user.contact_number ? t("Mobile number: {phone}", { phone: user.contact_number }) : user.email}
          </Text>
          <Text c="dimmed">
            {describeCustomer(user)
              .map((label) => t(label))
              .join(", ")}
          </Text>
        </Stack>
        <AsyncButton variant="default" leftSection={<IconLogout size={18} aria-hidden="true" />} onPress={leave}>
          {t("Log out")}
        </AsyncButton>
      </Group>
      <AccountCards />
    </CenteredPage>
  );
}
