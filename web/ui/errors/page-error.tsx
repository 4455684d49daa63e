// Error boundary of a page that failed to load or render. A new release has no files of the build in an open tab: the page is
// reloaded once to get it. Without a network it waits until the server answers again.
import { Button } from "@mantine/core";
import { IconRefresh } from "@tabler/icons-react";
import { useEffect, useState } from "react";
import { useRouteError } from "react-router";
import { type Cause, findCause, getBuild } from "#web/ui/errors/find-cause.ts";
import { usePageTitle } from "#web/ui/page.tsx";
import { EmptyState, ErrorState, SkeletonRows } from "#web/ui/states.tsx";
import { t } from "#web/languages/t.ts";

const retryMs = 2_500;
/** The build from which this tab was reloaded: a server that still has it must not reload the page for ever. */
const reloadedKey = "chaavi-reloaded";

const reload = () => location.reload();

function isFirstReload(): boolean {
  const isFirst = sessionStorage.getItem(reloadedKey) !== getBuild();
  sessionStorage.setItem(reloadedKey, getBuild());
  return isFirst;
}

export function PageError() {
  usePageTitle(t("Something went wrong"));
  const error = useRouteError();
  const [cause, setCause] = useState<Cause>();
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    let isClosed = false;
    async function follow(wasOffline = false): Promise<void> {
      const found = await findCause();
      if (isClosed) return;
      if (found === "offline") timer = setTimeout(() => void follow(true), retryMs);
      else if (wasOffline || (found === "release" && isFirstReload())) return reload();
      setCause(found);
    }
    void follow();
    return () => {
      isClosed = true;
      clearTimeout(timer);
    };
  }, []);
  if (!cause) return <SkeletonRows />;
  if (cause !== "release")
    return <ErrorState isPage error={cause === "offline" ? { code: "OFFLINE" } : error} onRetry={reload} />;
  return (
    <EmptyState isPage icon={IconRefresh} title={t("A new version is available")}>
      <Button size="lg" onClick={reload}>
        {t("Reload")}
      </Button>
    </EmptyState>
  );
}
