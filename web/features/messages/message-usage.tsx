// Daily message limits of the branch, with a notice once one is reached.
import { IconAlertTriangle } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import type { Channel } from "#domain/messages/messages.ts";
import { useBranch } from "#web/api/use-session.ts";
import { type Usage, usageQuery } from "#web/features/messages/api.ts";
import styles from "#web/features/messages/outbox.module.css";

const channels: readonly { channel: Channel; label: string }[] = [
  { channel: "sms", label: "SMS" },
  { channel: "mail", label: "Email" },
];
const numberFormat = new Intl.NumberFormat("en-IN");

export function MessageUsage() {
  const { branch } = useBranch();
  const { data } = useQuery(usageQuery(branch.id));
  if (!data) return null;
  const usedUp = channels.filter(({ channel }) => data[channel].used >= data[channel].allowed);
  return (
    <section aria-label="Message usage today" className={styles["usage"]}>
      <dl className={styles["quotas"]}>
        {channels.map(({ channel, label }) => (
          <QuotaMeter key={channel} label={`${label} today`} usage={data[channel]} />
        ))}
      </dl>
      {usedUp.length > 0 && (
        <p className={styles["usedUp"]} role="status">
          <IconAlertTriangle size={20} aria-hidden="true" />
          {usedUp.map(({ label }) => label).join(" and ")} limit for today reached. Sending resumes at midnight.
        </p>
      )}
    </section>
  );
}

function QuotaMeter({ label, usage: { used, allowed } }: { label: string; usage: Usage }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd className="figures">
        {numberFormat.format(used)} of {numberFormat.format(allowed)}
      </dd>
    </div>
  );
}
