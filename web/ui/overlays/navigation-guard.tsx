// Going back closes an open dialog instead of leaving its page; leaving a form that was filled in asks first.
import { Button } from "@mantine/core";
import { useEffect, useRef, useState } from "react";
import { NavigationType, useBlocker } from "react-router";
import { Group, Stack } from "#web/ui/layout.tsx";
import { getTopLeaveGuard } from "#web/ui/overlays/top-leave-guard.ts";
import { Sheet } from "#web/ui/overlays/sheet.tsx";
import { Text } from "#web/ui/text.tsx";
import { t } from "#web/languages/t.ts";

/** Once in each frame of pages, as a router has one blocker. */
export function NavigationGuard() {
  const [isAsking, setIsAsking] = useState(false);
  const closeDialog = useRef<() => void>(undefined);
  const blocker = useBlocker(({ currentLocation, nextLocation, historyAction }) => {
    const guard = getTopLeaveGuard();
    closeDialog.current = guard?.close;
    // Steps of a page are in its query, and lead from one dialog to another.
    if (!guard || currentLocation.pathname === nextLocation.pathname) return false;
    // Links and actions of a dialog lead to other pages.
    return guard.close ? historyAction === NavigationType.Pop : true;
  });
  useEffect(() => {
    const close = closeDialog.current;
    setIsAsking(blocker.state === "blocked" && !close);
    if (blocker.state !== "blocked" || !close) return;
    close();
    blocker.reset();
  }, [blocker]);
  const stay = () => blocker.reset?.();
  return (
    <Sheet isOpen={isAsking} title={t("Leave without saving?")} onClose={stay}>
      <Stack>
        <Text>{t("What you entered on this page will be lost.")}</Text>
        <Group>
          <Button variant="default" size="lg" onClick={() => blocker.proceed?.()}>
            {t("Leave")}
          </Button>
          <Button color="marigold" size="lg" onClick={stay}>
            {t("Keep editing")}
          </Button>
        </Group>
      </Stack>
    </Sheet>
  );
}
