// Switching on a shared device: a name, then the PIN, which is sent with its last digit.
// PinInput lays its boxes out with Mantine's Group.
import "@mantine/core/styles/Group.layer.css";
import "@mantine/core/styles/PinInput.layer.css";
import { Button, PinInput } from "@mantine/core";
import { IconArrowLeft, IconCloudOff, IconUserOff } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { ApiError } from "#web/api/api-error.ts";
import { queueStore } from "#web/api/queue/queue.ts";
import type { Session } from "#web/api/session.ts";
import { type PinUser, sharedDeviceQuery, switchUser } from "#web/product/devices/shared-device.ts";
import { Stack } from "#web/ui/layout.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { EmptyState, ErrorState, SkeletonRows } from "#web/ui/states.tsx";
import { Text } from "#web/ui/text.tsx";
import { useStore } from "#web/store.ts";

interface SwitchUserProps {
  /** Id of the user who is logged in. */
  currentUser?: string;
  onStart?: () => void;
  onEnd?: () => void;
  onSwitched: (session: Session) => void;
}

export function SwitchUser({ currentUser, ...props }: SwitchUserProps) {
  const { data: device, error, refetch } = useQuery(sharedDeviceQuery);
  const [chosen, setChosen] = useState<PinUser>();
  if (error && !device) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (device === undefined) return <SkeletonRows count={4} />;
  if (device === null)
    return <Notice>This device is no longer shared. A manager can enrol it again in Branch settings.</Notice>;
  if (chosen) return <PinEntry key={chosen.id} {...props} user={chosen} onBack={() => setChosen(undefined)} />;
  const others = device.people.filter(({ id }) => id !== currentUser);
  if (others.length === 0)
    return (
      <EmptyState
        icon={IconUserOff}
        title="Nobody to switch to"
        text="Staff set their PIN on their Account page, or a manager sets it in People."
      />
    );
  return (
    <Stack gap="sm">
      <UnsentNotice user={currentUser} />
      {others.map((user) => (
        <Stack key={user.id} gap="2xs">
          <Button variant="default" size="xl" disabled={user.needs_log_in} onClick={() => setChosen(user)}>
            {user.name}
          </Button>
          {user.needs_log_in && (
            <Text size="sm" c="dimmed">
              Too many wrong PINs. {user.name} has to log in without the PIN.
            </Text>
          )}
        </Stack>
      ))}
    </Stack>
  );
}

/** What waits for the network belongs to the user who entered it; a colleague does not send it. */
function UnsentNotice({ user }: { user: string | undefined }) {
  const unsent = (useStore(queueStore) ?? []).filter((action) => action.user === user && action.state !== "sent");
  if (unsent.length === 0) return null;
  return (
    <Notice c="red" icon={IconCloudOff} role="status">
      Not sent yet: {unsent.map(({ title, summary }) => `${title} (${summary.toLowerCase()})`).join(", ")}. It stays on
      this device and is sent when you switch back, within 23 hours.
    </Notice>
  );
}

function PinEntry({
  user,
  onStart,
  onEnd,
  onSwitched,
  onBack,
}: Omit<SwitchUserProps, "currentUser"> & { user: PinUser; onBack: () => void }) {
  const [attempt, setAttempt] = useState(0);
  const [isSending, setIsSending] = useState(false);
  const [error, setError] = useState<string>();

  async function submit(pin: string): Promise<void> {
    setIsSending(true);
    onStart?.();
    try {
      onSwitched(await switchUser({ user: user.id, pin }));
    } catch (thrown) {
      if (!(thrown instanceof ApiError)) throw thrown;
      setError(thrown.message.replace(/^\*/, ""));
      setAttempt(attempt + 1);
    } finally {
      setIsSending(false);
      onEnd?.();
    }
  }

  return (
    <Stack>
      <Text fw="bold">PIN of {user.name}</Text>
      <PinInput
        // An attempt starts with empty boxes and the focus in the first one.
        key={attempt}
        ariaLabel="PIN"
        type="number"
        size="xl"
        mask
        autoFocus
        oneTimeCode={false}
        disabled={isSending}
        error={error !== undefined}
        onChange={() => setError(undefined)}
        onComplete={(pin) => void submit(pin)}
      />
      {error && (
        <Notice c="red" role="alert">
          {error}
        </Notice>
      )}
      <Button variant="default" leftSection={<IconArrowLeft size={18} aria-hidden="true" />} onClick={onBack}>
        Another person
      </Button>
    </Stack>
  );
}
