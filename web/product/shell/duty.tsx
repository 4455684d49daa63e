// §6: staff and managers start and end their duty themselves, from any page.
import { useQueryClient } from "@tanstack/react-query";
import { IconUserCheck, IconUserOff } from "@tabler/icons-react";
import { hasAttendance } from "#domain/access/roles.ts";
import { updateItem } from "#web/api/items.ts";
import { sessionQuery } from "#web/api/session.ts";
import type { Session } from "#web/api/session.ts";
import { showSuccess } from "#web/ui/feedback.ts";
import { AsyncButton } from "#web/ui/forms/async-button.tsx";
import styles from "#web/product/shell/duty.module.css";

function useSetDuty({ user }: Session): (isPresent: boolean) => Promise<void> {
  const queryClient = useQueryClient();
  return async function setDuty(isPresent) {
    await updateItem("users", user.id, { in_out_flag: isPresent });
    await queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey });
    showSuccess(isPresent ? "You are on duty" : "You are off duty");
  };
}

/** Shown above the page while the user is off duty. */
export function DutyBanner({ session }: { session: Session }) {
  const setDuty = useSetDuty(session);
  if (!hasAttendance(session) || session.user.in_out_flag) return null;
  return (
    <div className={styles["strip"]} role="status">
      <IconUserOff size={24} aria-hidden="true" />
      <span className={styles["words"]}>
        You are off duty. Start your duty to check in, collect cash and check out.
      </span>
      <AsyncButton color="marigold" onPress={() => setDuty(true)}>
        Start duty
      </AsyncButton>
    </div>
  );
}

export function EndDutyButton({ session }: { session: Session }) {
  const setDuty = useSetDuty(session);
  if (!hasAttendance(session) || !session.user.in_out_flag) return null;
  return (
    <AsyncButton
      variant="default"
      leftSection={<IconUserCheck size={18} aria-hidden="true" />}
      onPress={() => setDuty(false)}
    >
      End duty
    </AsyncButton>
  );
}
