// §2 Account: password, two-factor authentication, email, phone number and sessions of the current user.
import { useQuery } from "@tanstack/react-query";
import { can } from "#domain/access/capabilities.ts";
import { isCustomer, roles } from "#domain/access/roles.ts";
import { pinRoleIds } from "#domain/devices/pin-log-in.ts";
import { useRequiredSession } from "#web/api/use-session.ts";
import { ErrorState, SkeletonRows } from "#web/ui/states.tsx";
import { securityQuery } from "#web/features/accounts/settings/api.ts";
import { CompleteRegistrationCard } from "#web/features/accounts/settings/complete-registration-card.tsx";
import { DetailsCard } from "#web/features/accounts/settings/details-card.tsx";
import { EmailCard } from "#web/features/accounts/settings/email-card.tsx";
import { LanguageCard } from "#web/features/accounts/settings/language-card.tsx";
import { MessagesCard } from "#web/features/accounts/settings/messages-card.tsx";
import { NotificationsCard } from "#web/features/accounts/settings/notifications-card.tsx";
import { SignalsCard } from "#web/features/accounts/settings/signals-card.tsx";
import { SessionsCard } from "#web/features/accounts/settings/sessions-card.tsx";
import { OwnDataCard } from "#web/features/accounts/settings/own-data-card.tsx";
import { PasswordCard } from "#web/features/accounts/settings/password-card.tsx";
import { PinCard } from "#web/features/accounts/settings/pin-card.tsx";
import { PhoneCard } from "#web/features/accounts/settings/phone-card.tsx";
import { TwoFactorCard } from "#web/features/accounts/settings/two-factor-card.tsx";
import { Stack } from "#web/ui/layout.tsx";

export function AccountCards() {
  const session = useRequiredSession();
  const { data, error, refetch } = useQuery(securityQuery);
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <SkeletonRows count={4} />;
  // Staff without an email have none: their manager sets the PIN.
  const canHavePassword = data.has_password || isCustomer(session);
  return (
    <Stack width="form">
      {isCustomer(session) && !data.has_password && <CompleteRegistrationCard />}
      {isCustomer(session) && <DetailsCard />}
      {canHavePassword && <PasswordCard hasPassword={data.has_password} />}
      {data.has_password && pinRoleIds.includes(roles[session.role].id) && <PinCard />}
      {canHavePassword && <TwoFactorCard {...data} />}
      <EmailCard pending={data.pending_email} hasPassword={data.has_password} />
      {isCustomer(session) && <PhoneCard verifiedPhone={data.verified_phone} hasPassword={data.has_password} />}
      {isCustomer(session) && <MessagesCard verifiedPhone={data.verified_phone} />}
      <LanguageCard />
      <NotificationsCard />
      {can(session, "gate.operate") && <SignalsCard />}
      <SessionsCard sessions={data.sessions} />
      {isCustomer(session) && <OwnDataCard hasPassword={data.has_password} />}
    </Stack>
  );
}
