// §6: staff and managers start and end their duty themselves, from any page.
import { useQueryClient } from "@tanstack/react-query";
import { IconUserCheck, IconUserOff } from "@tabler/icons-react";
import { lazy, Suspense, useEffect, useState } from "react";
import { can } from "#domain/access/capabilities.ts";
import { hasAttendance } from "#domain/access/roles.ts";
import type { ReactNode } from "react";
import { carFields, type KeptCar } from "#web/product/shell/kept-car.ts";
import { createKeysFilter } from "#domain/valet/keys-in-hand.ts";
import { shiftSummaryQuery } from "#web/api/cash-shift.ts";
import { itemsQuery, updateItem } from "#web/api/items.ts";
import { sessionQuery } from "#web/api/session.ts";
import type { Session } from "#web/api/session.ts";
import { modalStore, showSuccess } from "#web/ui/feedback.ts";
import { useStore } from "#web/store.ts";
import { AsyncButton } from "#web/ui/forms/async-button.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { Sheet } from "#web/ui/overlays/sheet.tsx";
import { t } from "#web/languages/t.ts";

function useSetDuty({ user }: Session): (isPresent: boolean) => Promise<void> {
  const queryClient = useQueryClient();
  return async function setDuty(isPresent) {
    await updateItem("users", user.id, { in_out_flag: isPresent });
    await queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey });
    showSuccess(isPresent ? t("You are on duty") : t("You are off duty"));
  };
}

/** True if the user has to start duty before working at the gate. */
export function isOffDuty(session: Session): boolean {
  return hasAttendance(session) && !session.user.in_out_flag;
}

/** A manager may have ended the duty since the session was read: then the refusal is the first that says so. */
function useRefusedDuty(): void {
  const queryClient = useQueryClient();
  const isRefused = useStore(modalStore)?.code === "USER_ATTENDANCE_OFF";
  useEffect(() => {
    if (isRefused) void queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey });
  }, [isRefused, queryClient]);
}

/** Shown above the page while the user is off duty. */
export function DutyBanner({ session }: { session: Session }) {
  const setDuty = useSetDuty(session);
  useRefusedDuty();
  if (!isOffDuty(session)) return null;
  return (
    <Notice
      icon={IconUserOff}
      role="status"
      actions={
        <AsyncButton color="marigold" onPress={() => setDuty(true)}>
          {t("Start duty")}
        </AsyncButton>
      }
    >
      {t("You are off duty. Start your duty to check in, collect cash and check out.")}
    </Notice>
  );
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
  isReading = false,
}: {
  session: Session;
  label: string;
  icon: ReactNode;
  action: () => Promise<void>;
  isReading?: boolean;
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
      <AsyncButton variant="default" leftSection={icon} isReading={isReading} onPress={start}>
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

const HandOverKeys = lazy(async () => ({
  default: (await import("#web/product/shell/hand-over-keys.tsx")).HandOverKeys,
}));

/** Asks first to hand over keys of cars and to count the cash. */
export function EndDutyButton({ session }: { session: Session }) {
  const setDuty = useSetDuty(session);
  const queryClient = useQueryClient();
  const [cars, setCars] = useState<readonly KeptCar[]>([]);
  if (!hasAttendance(session) || !session.user.in_out_flag) return null;

  async function endDuty(): Promise<void> {
    const { branch, user } = session;
    const filter = createKeysFilter({ branch: branch?.id ?? 0, user: user.id });
    const query = itemsQuery("Valet_and_Parking_Information", { filter, fields: carFields, sort: ["id"], limit: -1 });
    const kept = branch?.is_valet_and_parking ? await queryClient.fetchQuery({ ...query, staleTime: 0 }) : [];
    if (kept.length === 0) return setDuty(false);
    setCars(kept);
  }

  return (
    <>
      <CashAwareButton
        session={session}
        label={t("End duty")}
        icon={<IconUserCheck size={18} aria-hidden="true" />}
        action={endDuty}
      />
      <Sheet isOpen={cars.length > 0} title={t("End duty?")} onClose={() => setCars([])}>
        <Suspense fallback={null}>
          {cars.length > 0 && (
            <HandOverKeys
              session={session}
              cars={cars}
              onHandedOver={async () => {
                await setDuty(false);
                setCars([]);
              }}
              onStay={() => setCars([])}
            />
          )}
        </Suspense>
      </Sheet>
    </>
  );
}
