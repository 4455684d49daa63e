// §2 Account: active sessions of the user, and log-out of each.
import { IconCheck, IconDeviceDesktop, IconDeviceMobile, IconDevices } from "@tabler/icons-react";
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
import styles from "#web/features/accounts/settings/account.module.css";

export function SessionsCard({ sessions }: { sessions: readonly ActiveSession[] }) {
  async function logOutAllDevices(): Promise<void> {
    await revokeAllSessions();
    await logOut();
    showSuccess("You are logged out on all devices");
  }

  async function logOutOtherDevices(): Promise<void> {
    await revokeOtherSessions();
    showSuccess("All other devices are logged out");
  }

  return (
    <Card>
      <div className={styles["header"]}>
        <IconDevices size={24} aria-hidden="true" />
        <div className={styles["text"]}>
          <h2>Active sessions</h2>
          <p>If you do not recognise a device, log it out and change your password.</p>
        </div>
      </div>
      <ul className={styles["list"]}>
        {sessions.map((session) => (
          <SessionRow key={session.id} session={session} />
        ))}
      </ul>
      <div className={styles["actions"]}>
        {sessions.length > 1 && (
          <AsyncButton variant="default" onPress={logOutOtherDevices}>
            Log out other devices
          </AsyncButton>
        )}
        <AsyncButton variant="default" onPress={logOutAllDevices}>
          Log out all devices
        </AsyncButton>
      </div>
    </Card>
  );
}

function SessionRow({ session }: { session: ActiveSession }) {
  const { id, ip, user_agent: agent, last_seen_at: lastSeenAt, is_current: isCurrent } = session;
  const Icon = isMobileDevice(agent) ? IconDeviceMobile : IconDeviceDesktop;
  const device = describeDevice(agent);
  return (
    <li className={styles["row"]}>
      <Icon size={24} aria-hidden="true" />
      <div>
        <div className={styles["device"]}>
          {device}
          {isCurrent && <StatusBadge label="This device" colour="green" icon={IconCheck} />}
        </div>
        <div className={styles["muted"]}>
          {ip ?? "Unknown address"}, last active <RelativeTime at={lastSeenAt} />
        </div>
      </div>
      {!isCurrent && (
        <AsyncButton variant="default" aria-label={`Log out ${device}`} onPress={() => revokeSession(id)}>
          Log out
        </AsyncButton>
      )}
    </li>
  );
}
