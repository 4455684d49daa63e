// §2 Account: active sessions of the user, and log-out of each.
import { IconCheck, IconDeviceDesktop, IconDeviceMobile } from "@tabler/icons-react";
import { logOut } from "#web/api/session.ts";
import { showSuccess } from "#web/ui/feedback.ts";
import { Card } from "#web/ui/page.tsx";
import { StatusBadge } from "#web/product/status-badge.tsx";
import { RelativeTime } from "#web/ui/data/date-time.tsx";
import { AsyncButton } from "#web/ui/forms/async-button.tsx";
import {
  revokeAllSessions,
  revokeSession,
  revokeOtherSessions,
  type ActiveSession,
} from "#web/features/accounts/settings/api.ts";
import { describeDevice, isMobileDevice } from "#web/features/accounts/settings/device-labels.ts";
import { Group } from "#web/ui/layout.tsx";
import { Text } from "#web/ui/text.tsx";
import { Row, RowList } from "#web/ui/data/row-list.tsx";
import { t } from "#web/languages/t.ts";
import { tNodes } from "#web/languages/nodes.ts";

export function SessionsCard({ sessions }: { sessions: readonly ActiveSession[] }) {
  async function logOutAllDevices(): Promise<void> {
    await revokeAllSessions();
    await logOut();
    showSuccess(t("You are logged out on all devices"));
  }

  async function logOutOtherDevices(): Promise<void> {
    await revokeOtherSessions();
    showSuccess(t("All other devices are logged out"));
  }

  return (
    <Card title={t("Active sessions")}>
      <Text c="dimmed">{t("If you do not recognise a device, log it out and change your password.")}</Text>
      <RowList isFramed={false}>
        {sessions.map((session) => (
          <SessionRow key={session.id} session={session} />
        ))}
      </RowList>
      <Group>
        {sessions.length > 1 && (
          <AsyncButton variant="default" onPress={logOutOtherDevices}>
            {t("Log out other devices")}
          </AsyncButton>
        )}
        <AsyncButton variant="default" onPress={logOutAllDevices}>
          {t("Log out all devices")}
        </AsyncButton>
      </Group>
    </Card>
  );
}

function SessionRow({ session }: { session: ActiveSession }) {
  const { id, ip, user_agent: agent, last_seen_at: lastSeenAt, is_current: isCurrent } = session;
  const Icon = isMobileDevice(agent) ? IconDeviceMobile : IconDeviceDesktop;
  const device = describeDevice(agent);
  return (
    <Row
      leading={<Icon size={24} aria-hidden="true" />}
      trailing={
        !isCurrent && (
          <AsyncButton
            variant="default"
            aria-label={t("Log out {device}", { device })}
            onPress={() => revokeSession(id)}
          >
            {t("Log out")}
          </AsyncButton>
        )
      }
    >
      <Group>
        <strong>{device}</strong>
        {isCurrent && <StatusBadge label={t("This device")} colour="green" icon={IconCheck} />}
      </Group>
      <Text c="dimmed" size="sm">
        {tNodes("{address}, last active {time}", {
          address: ip ?? t("Unknown address"),
          time: <RelativeTime at={lastSeenAt} />,
        })}
      </Text>
    </Row>
  );
}
