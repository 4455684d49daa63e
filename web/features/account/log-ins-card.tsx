// §2 Account: where one is logged in, and how to end it from here.
import { IconCheck, IconDeviceDesktop, IconDeviceMobile, IconDevices } from "@tabler/icons-react";
import { logOut } from "#web/items/session.ts";
import { showSuccess } from "#web/ui/messages.ts";
import { Card } from "#web/ui/page.tsx";
import { StatusBadge } from "#web/ui/status-badge.tsx";
import { Since } from "#web/ui/time.tsx";
import { WaitingButton } from "#web/ui/waiting-button.tsx";
import { endAllLogIns, endLogIn, endOtherLogIns, type LogInShown } from "#web/features/account/calls.ts";
import { deviceWords, isPhone } from "#web/features/account/device-words.ts";
import styles from "#web/features/account/account.module.css";

export function LogInsCard({ sessions }: { sessions: readonly LogInShown[] }) {
  async function everywhere(): Promise<void> {
    await endAllLogIns();
    await logOut();
    showSuccess("You are logged out everywhere");
  }

  async function others(): Promise<void> {
    await endOtherLogIns();
    showSuccess("Every other device is logged out");
  }

  return (
    <Card>
      <div className={styles["head"]}>
        <IconDevices size={24} aria-hidden="true" />
        <div className={styles["words"]}>
          <h2>Where you are logged in</h2>
          <p>See one you do not know? Log it out, then change your password.</p>
        </div>
      </div>
      <ul className={styles["list"]}>
        {sessions.map((session) => (
          <LogInRow key={session.id} session={session} />
        ))}
      </ul>
      <div className={styles["actions"]}>
        {sessions.length > 1 && (
          <WaitingButton variant="default" onPress={others}>
            Log out all others
          </WaitingButton>
        )}
        <WaitingButton variant="default" onPress={everywhere}>
          Log out everywhere
        </WaitingButton>
      </div>
    </Card>
  );
}

function LogInRow({ session }: { session: LogInShown }) {
  const { id, ip, user_agent: agent, last_seen_at: seenAt, is_current: isCurrent } = session;
  const Icon = isPhone(agent) ? IconDeviceMobile : IconDeviceDesktop;
  const device = deviceWords(agent);
  return (
    <li className={styles["row"]}>
      <Icon size={24} aria-hidden="true" />
      <div>
        <div className={styles["device"]}>
          {device}
          {isCurrent && <StatusBadge label="This device" colour="green" icon={IconCheck} />}
        </div>
        <div className={styles["soft"]}>
          {ip ?? "unknown address"}, seen <Since at={seenAt} />
        </div>
      </div>
      {!isCurrent && (
        <WaitingButton variant="default" aria-label={`Log out ${device}`} onPress={() => endLogIn(id)}>
          Log out
        </WaitingButton>
      )}
    </li>
  );
}
