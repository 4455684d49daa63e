// §7 two-factor: whether it is on, and the ways to change that.
import { Button } from "@mantine/core";
import { IconCheck, IconShieldLock } from "@tabler/icons-react";
import { lazy, Suspense, useState } from "react";
import { Card } from "#web/ui/page.tsx";
import { Sheet } from "#web/ui/sheet.tsx";
import { SkeletonRows } from "#web/ui/states.tsx";
import { StatusBadge } from "#web/ui/status-badge.tsx";
import type { Security } from "#web/features/account/calls.ts";
import styles from "#web/features/account/account.module.css";

// The QR and what belongs to it is needed once in a while.
const SetUp = lazy(async () => ({ default: (await import("#web/features/account/set-up.tsx")).SetUp }));
const WithCode = lazy(async () => ({ default: (await import("#web/features/account/set-up.tsx")).WithCode }));

type Open = "set-up" | "off" | "codes" | null;
const titles = {
  "set-up": "Set up two-factor log-in",
  off: "Switch off two-factor log-in",
  codes: "New recovery codes",
};
const fewCodes = 3;

export function SecondFactorCard({ has_second_factor: isOn, recovery_codes_left: left, has_password }: Security) {
  const [open, setOpen] = useState<Open>(null);
  const close = () => setOpen(null);
  return (
    <Card>
      <div className={styles["head"]}>
        <IconShieldLock size={24} aria-hidden="true" />
        <div className={styles["words"]}>
          <h2>Two-factor log-in</h2>
          <p>
            Beside your password, the log-in then asks for a code of an app on your phone. Whoever knows your password
            alone stays out.
          </p>
          <span className={styles["state"]}>
            {isOn ? (
              <StatusBadge label="On" colour="green" icon={IconCheck} />
            ) : (
              <StatusBadge label="Off" colour="grey" />
            )}
          </span>
          {isOn && (
            <p className={left <= fewCodes ? styles["warning"] : undefined}>
              {left} of 10 recovery codes left{left <= fewCodes ? ": make new ones before you need them" : ""}.
            </p>
          )}
        </div>
      </div>
      <div className={styles["actions"]}>
        {!isOn && has_password && (
          <Button color="ink" onClick={() => setOpen("set-up")}>
            Set it up
          </Button>
        )}
        {isOn && (
          <>
            <Button variant="default" onClick={() => setOpen("codes")}>
              New recovery codes
            </Button>
            <Button variant="default" onClick={() => setOpen("off")}>
              Switch off
            </Button>
          </>
        )}
      </div>
      <Sheet isOpen={open !== null} title={open ? titles[open] : ""} onClose={close}>
        <Suspense fallback={<SkeletonRows count={2} />}>
          {open === "set-up" ? <SetUp onDone={close} /> : open && <WithCode what={open} onDone={close} />}
        </Suspense>
      </Sheet>
    </Card>
  );
}
