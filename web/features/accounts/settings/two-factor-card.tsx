// §7 two-factor: status, setup, recovery codes and turning it off.
import { Button } from "@mantine/core";
import { IconCheck } from "@tabler/icons-react";
import { lazy, Suspense, useState } from "react";
import { Card } from "#web/ui/page.tsx";
import { Sheet } from "#web/ui/overlays/sheet.tsx";
import { SkeletonRows } from "#web/ui/states.tsx";
import { StatusBadge } from "#web/product/status-badge.tsx";
import type { AccountSecurity } from "#web/features/accounts/settings/api.ts";
import { Group } from "#web/ui/layout.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { Text } from "#web/ui/text.tsx";
import { t } from "#web/languages/t.ts";

// Loaded on demand: needed for setup and changes only.
const EnableTwoFactor = lazy(async () => ({
  default: (await import("#web/features/accounts/settings/enable-two-factor.tsx")).EnableTwoFactor,
}));
const ConfirmWithCode = lazy(async () => ({
  default: (await import("#web/features/accounts/settings/enable-two-factor.tsx")).ConfirmWithCode,
}));

type OpenSheet = "set-up" | "off" | "codes" | null;
const getTitle = (sheet: "set-up" | "off" | "codes"): string =>
  sheet === "set-up"
    ? t("Set up two-factor authentication")
    : sheet === "off"
      ? t("Turn off two-factor authentication")
      : t("Generate new recovery codes");
const lowCodeThreshold = 3;

export function TwoFactorCard({ has_second_factor: isOn, recovery_codes_left: left, has_password }: AccountSecurity) {
  const [open, setOpen] = useState<OpenSheet>(null);
  const close = () => setOpen(null);
  return (
    <Card
      title={t("Two-factor authentication")}
      actions={
        isOn ? (
          <StatusBadge label={t("On")} colour="green" icon={IconCheck} />
        ) : (
          <StatusBadge label={t("Off")} colour="grey" />
        )
      }
    >
      <Text c="dimmed">
        {t(
          "When you log in, you enter your password and a code from an authenticator app on your phone. A stolen password alone is not enough.",
        )}
      </Text>
      {isOn &&
        (left <= lowCodeThreshold ? (
          <Notice>{t("{left} of 10 recovery codes left. Generate new codes soon.", { left })}</Notice>
        ) : (
          <p>{t("{left} of 10 recovery codes left.", { left })}</p>
        ))}
      <Group>
        {!isOn && has_password && (
          <Button color="ink" onClick={() => setOpen("set-up")}>
            {t("Set up")}
          </Button>
        )}
        {isOn && (
          <>
            <Button variant="default" onClick={() => setOpen("codes")}>
              {t("Generate new recovery codes")}
            </Button>
            <Button variant="default" onClick={() => setOpen("off")}>
              {t("Turn off")}
            </Button>
          </>
        )}
      </Group>
      <Sheet isOpen={open !== null} title={open ? getTitle(open) : ""} onClose={close}>
        <Suspense fallback={<SkeletonRows count={2} />}>
          {open === "set-up" ? (
            <EnableTwoFactor onDone={close} />
          ) : (
            open && <ConfirmWithCode action={open} onDone={close} />
          )}
        </Suspense>
      </Sheet>
    </Card>
  );
}
