// §6: staff and managers start and end their duty themselves, from any page.
import { Button } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { IconUserCheck, IconUserOff } from "@tabler/icons-react";
import { lazy, Suspense, useState } from "react";
import { can } from "#domain/access/capabilities.ts";
import { hasAttendance } from "#domain/access/roles.ts";
import type { ReactNode } from "react";
import type { Filter } from "#domain/schema/collection.ts";
import { valetSequence } from "#domain/valet/states.ts";
import { shiftSummaryQuery } from "#web/api/cash-shift.ts";
import { countQuery, updateItem } from "#web/api/items.ts";
import { sessionQuery } from "#web/api/session.ts";
import type { Session } from "#web/api/session.ts";
import { showSuccess } from "#web/ui/feedback.ts";
import { AsyncButton } from "#web/ui/forms/async-button.tsx";
import { Stack } from "#web/ui/layout.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { Sheet } from "#web/ui/overlays/sheet.tsx";

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
    <Notice
      icon={IconUserOff}
      role="status"
      actions={
        <AsyncButton color="marigold" onPress={() => setDuty(true)}>
          Start duty
        </AsyncButton>
      }
    >
      You are off duty. Start your duty to check in, collect cash and check out.
    </Notice>
  );
}

/** Cars whose keys the user has: received and not parked yet, on the way, or at the gate. */
function createOwnCarsFilter({ user, branch }: Session): Filter {
  const { received, onTheWay, atTheGate } = valetSequence;
  return {
    branch: { _eq: branch?.id ?? 0 },
    _or: [
      { Assigned_Staff: { _eq: user.id }, status_id: { _eq: received } },
      { pickup_request_assigned: { _eq: user.id }, status_id: { _in: [onTheWay, atTheGate] } },
    ],
  };
}

const CountShiftSheet = lazy(async () => ({
  default: (await import("#web/product/cash/count-shift-sheet.tsx")).CountShiftSheet,
}));

/** Button that first asks for the count if the user's shift has uncounted cash. */
export function CashAwareButton({
  session,
  label,
  icon,
  action,
}: {
  session: Session;
  label: string;
  icon: ReactNode;
  action: () => Promise<void>;
}) {
  const queryClient = useQueryClient();
  const [isCounting, setIsCounting] = useState(false);
  async function start(): Promise<void> {
    const query = { ...shiftSummaryQuery(), staleTime: 0 };
    const shift = can(session, "cash.count") ? await queryClient.fetchQuery(query) : null;
    if (shift?.needsCount) setIsCounting(true);
    else await action();
  }
  return (
    <>
      <AsyncButton variant="default" leftSection={icon} onPress={start}>
        {label}
      </AsyncButton>
      {isCounting && (
        <Suspense fallback={null}>
          <CountShiftSheet
            action={label}
            onContinue={async () => {
              setIsCounting(false);
              await action();
            }}
            onClose={() => setIsCounting(false)}
          />
        </Suspense>
      )}
    </>
  );
}

/** Asks first if the user still has keys of cars or uncounted cash. */
export function EndDutyButton({ session }: { session: Session }) {
  const setDuty = useSetDuty(session);
  const queryClient = useQueryClient();
  const [ownCarCount, setOwnCarCount] = useState(0);
  if (!hasAttendance(session) || !session.user.in_out_flag) return null;

  async function endDuty(): Promise<void> {
    const query = countQuery("Valet_and_Parking_Information", createOwnCarsFilter(session));
    const count = session.branch?.is_valet_and_parking ? await queryClient.fetchQuery(query) : 0;
    if (count === 0) return setDuty(false);
    setOwnCarCount(count);
  }

  return (
    <>
      <CashAwareButton
        session={session}
        label="End duty"
        icon={<IconUserCheck size={18} aria-hidden="true" />}
        action={endDuty}
      />
      <Sheet isOpen={ownCarCount > 0} title="End duty?" onClose={() => setOwnCarCount(0)}>
        <Stack>
          <p>
            You have the keys of {ownCarCount === 1 ? "1 car" : `${ownCarCount} cars`}. Park or hand over first, or ask
            a manager to assign another driver.
          </p>
          <Button color="marigold" size="xl" onClick={() => setOwnCarCount(0)}>
            Stay on duty
          </Button>
          <AsyncButton variant="default" size="xl" onPress={() => setDuty(false)}>
            End duty anyway
          </AsyncButton>
        </Stack>
      </Sheet>
    </>
  );
}
