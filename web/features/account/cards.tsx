// §2 Account: what every person can see and change of their own log-in.
import { useQuery } from "@tanstack/react-query";
import { ErrorState, SkeletonRows } from "#web/ui/states.tsx";
import { securityQuery } from "#web/features/account/calls.ts";
import { EmailCard } from "#web/features/account/email-card.tsx";
import { LogInsCard } from "#web/features/account/log-ins-card.tsx";
import { PasswordCard } from "#web/features/account/password-card.tsx";
import { SecondFactorCard } from "#web/features/account/second-factor-card.tsx";
import styles from "#web/features/account/account.module.css";

export function AccountCards() {
  const { data, error, refetch } = useQuery(securityQuery);
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <SkeletonRows count={4} />;
  return (
    <div className={styles["cards"]}>
      <PasswordCard hasPassword={data.has_password} />
      <SecondFactorCard {...data} />
      <EmailCard pending={data.pending_email} hasPassword={data.has_password} />
      <LogInsCard sessions={data.sessions} />
    </div>
  );
}
