// §2 /partner-with-us on a shared device: staff log in by name and PIN; others, and after wrong PINs, in full.
import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import { useSearchParams } from "react-router";
import { sharedDeviceQuery, type SharedDevice } from "#web/product/devices/shared-device.ts";
import { LogInCard, LogInLinks } from "#web/features/accounts/log-in-card.tsx";
import { LogOutPrompt, useLogInPage } from "#web/features/accounts/log-out-first.tsx";
import { SwitchUser } from "#web/product/devices/switch-user.tsx";
import { usePageTitle } from "#web/ui/page.tsx";
import { SkeletonRows } from "#web/ui/states.tsx";
import { t } from "#web/languages/t.ts";

const FullLogInPage = lazy(async () => ({
  default: (await import("#web/features/accounts/log-in.page.tsx")).LogInPage,
}));

export function DeviceLogInPage() {
  usePageTitle("Log in");
  const { data: device, isError } = useQuery(sharedDeviceQuery);
  const [isFull, setIsFull] = useState(false);
  const [search] = useSearchParams();
  // A revoked device, and one that cannot tell, logs in like any other.
  if (isFull || device === null || isError || search.has("new"))
    return (
      <Suspense fallback={<SkeletonRows count={3} />}>
        <FullLogInPage />
      </Suspense>
    );
  if (!device) return <SkeletonRows count={4} />;
  return <PinLogIn device={device} onFull={() => setIsFull(true)} />;
}

function PinLogIn({ device, onFull }: { device: SharedDevice; onFull: () => void }) {
  const logInPage = useLogInPage("partner");
  const { onStart, onEnd, onLoggedIn } = logInPage.form;
  return (
    <LogInCard title={t("Choose your name")} lead={`${device.name}, ${device.branch}`}>
      {logInPage.mustLogOut ? (
        <LogOutPrompt logInPage={logInPage} />
      ) : (
        <>
          <SwitchUser onStart={onStart} onEnd={onEnd} onSwitched={onLoggedIn} />
          <LogInLinks>
            <button type="button" onClick={onFull}>
              {t("Log in with email and password")}
            </button>
          </LogInLinks>
        </>
      )}
    </LogInCard>
  );
}
