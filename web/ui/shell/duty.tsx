// §6: staff and managers must be present to count as on duty. They say so themselves, from any page.
import { useQueryClient } from "@tanstack/react-query";
import { IconUserCheck, IconUserOff } from "@tabler/icons-react";
import { updateItem } from "#web/items/items.ts";
import { sessionQuery } from "#web/items/session.ts";
import type { Session } from "#web/items/session.ts";
import { showSuccess } from "#web/ui/messages.ts";
import { WaitingButton } from "#web/ui/waiting-button.tsx";
import styles from "#web/ui/shell/duty.module.css";

/** Others are never present or absent: admins skip attendance. */
function hasDuty({ role }: Session): boolean {
  return role === "staff" || role === "manager";
}

function useSetDuty({ user }: Session): (isPresent: boolean) => Promise<void> {
  const cache = useQueryClient();
  return async function set(isPresent) {
    await updateItem("users", user.id, { in_out_flag: isPresent });
    await cache.invalidateQueries({ queryKey: sessionQuery.queryKey });
    showSuccess(isPresent ? "You are on duty" : "Your duty has ended");
  };
}

/** Above the page, for as long as one is not present. */
export function DutyStrip({ session }: { session: Session }) {
  const setDuty = useSetDuty(session);
  if (!hasDuty(session) || session.user.in_out_flag) return null;
  return (
    <div className={styles["strip"]} role="status">
      <IconUserOff size={24} aria-hidden="true" />
      <span className={styles["words"]}>
        You are not marked present. Start your duty to check in, take cash and check out.
      </span>
      <WaitingButton color="marigold" onPress={() => setDuty(true)}>
        Start duty
      </WaitingButton>
    </div>
  );
}

export function EndDuty({ session }: { session: Session }) {
  const setDuty = useSetDuty(session);
  if (!hasDuty(session) || !session.user.in_out_flag) return null;
  return (
    <WaitingButton
      variant="default"
      leftSection={<IconUserCheck size={18} aria-hidden="true" />}
      onPress={() => setDuty(false)}
    >
      End duty
    </WaitingButton>
  );
}
