// Daily message limits of the branch, with a notice once one is reached.
import { IconAlertTriangle } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import type { Channel } from "#domain/messages/messages.ts";
import { useBranch } from "#web/api/use-session.ts";
import { KeyValue, KeyValueList } from "#web/ui/data/key-value-list.tsx";
import { Stack } from "#web/ui/layout.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { usageQuery } from "#web/features/messages/api.ts";

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
    <Stack component="section" gap="xs" aria-label="Message usage today">
      <KeyValueList layout="inline" gap="xl">
        {channels.map(({ channel, label }) => (
          <KeyValue key={channel} label={`${label} today`}>
            {numberFormat.format(data[channel].used)} of {numberFormat.format(data[channel].allowed)}
          </KeyValue>
        ))}
      </KeyValueList>
      {usedUp.length > 0 && (
        <Notice c="red" icon={IconAlertTriangle} role="status">
          {usedUp.map(({ label }) => label).join(" and ")} limit for today reached. Sending resumes at midnight.
        </Notice>
      )}
    </Stack>
  );
}
