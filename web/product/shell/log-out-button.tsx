// Logs out; asks first about what is not sent yet, and for the count of cash, which needs the server.
import { Button } from "@mantine/core";
import { IconLogout } from "@tabler/icons-react";
import { useState } from "react";
import { useNavigate } from "react-router";
import { isSharedDevice } from "#web/api/tokens/access-token.ts";
import { liveConnectionStore, stopLiveUpdates } from "#web/api/live-updates.ts";
import { logOut } from "#web/api/session.ts";
import type { Session } from "#web/api/session.ts";
import { useOwnQueue } from "#web/product/queue/use-queue.ts";
import { CashAwareButton } from "#web/product/shell/duty.tsx";
import { useStore } from "#web/store.ts";
import { showSuccess } from "#web/ui/feedback.ts";
import { AsyncButton } from "#web/ui/forms/async-button.tsx";
import { Stack } from "#web/ui/layout.tsx";
import { clearLeaveGuards } from "#web/ui/overlays/top-leave-guard.ts";
import { Sheet } from "#web/ui/overlays/sheet.tsx";
import { t } from "#web/languages/t.ts";

export function LogOutButton({ session }: { session: Session }) {
  const navigate = useNavigate();
  const [isAsking, setIsAsking] = useState(false);
  const isConnected = useStore(liveConnectionStore) === "live";
  const unsent = useOwnQueue(session).filter(({ state }) => state !== "sent");

  async function endSession(): Promise<void> {
    stopLiveUpdates();
    clearLeaveGuards();
    if (isSharedDevice()) {
      await logOut();
      // Loaded anew: the tab may have loaded the log-in page before the device was shared.
      return location.assign("/partner-with-us");
    }
    await navigate("/partner-with-us");
    await logOut();
    showSuccess("LOGGED_OUT");
  }

  const icon = <IconLogout size={18} aria-hidden="true" />;
  if (unsent.length === 0)
    return <CashAwareButton session={session} label={t("Log out")} icon={icon} action={endSession} isReading />;
  return (
    <>
      <Button variant="default" leftSection={icon} onClick={() => setIsAsking(true)}>
        {t("Log out")}
      </Button>
      <Sheet isOpen={isAsking} title={t("Log out?")} onClose={() => setIsAsking(false)}>
        <Stack>
          <p>
            {t(
              "Not sent yet: {unsent}. It stays on this device and is sent after you log in here again, within 23 hours. Nobody else can send it.",
              { unsent: unsent.map(({ title, summary }) => `${title} (${t(summary).toLowerCase()})`).join(", ") },
            )}
          </p>
          <Button color="marigold" size="xl" onClick={() => setIsAsking(false)}>
            {t("Stay logged in")}
          </Button>
          {isConnected ? (
            <CashAwareButton session={session} label={t("Log out anyway")} icon={icon} action={endSession} isReading />
          ) : (
            <AsyncButton variant="default" size="xl" isReading onPress={endSession}>
              {t("Log out anyway")}
            </AsyncButton>
          )}
        </Stack>
      </Sheet>
    </>
  );
}
