// Says beside running charges that the clock of the device is wrong: times and charges follow the server's.
import { useQuery } from "@tanstack/react-query";
import { IconClockExclamation } from "@tabler/icons-react";
import { useEffect } from "react";
import { computeClockOffset } from "#domain/clock-offset.ts";
import { toServerUrl } from "#web/api/shell.ts";
import { formatMinutes } from "#web/ui/data/date-time.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { correctClock } from "#web/ui/use-now.ts";
import { t } from "#web/languages/t.ts";

const measuredEveryMs = 5 * 60_000;
/** A smaller difference is corrected without a notice. */
const noticedMs = 60_000;

/** Compares the clocks by the `Date` header of a small response. */
async function measureClock(signal: AbortSignal): Promise<number> {
  const sentAt = Date.now();
  const response = await fetch(toServerUrl("/server/ping"), { cache: "no-store", signal });
  const server = Date.parse(response.headers.get("date") ?? "");
  return Number.isNaN(server) ? 0 : computeClockOffset({ server, sentAt, receivedAt: Date.now() });
}

export function ClockNotice() {
  const { data: behindMs } = useQuery({
    queryKey: ["server-clock"],
    queryFn: ({ signal }) => measureClock(signal),
    staleTime: measuredEveryMs,
    refetchInterval: measuredEveryMs,
    retry: false,
  });
  useEffect(() => {
    if (behindMs !== undefined) correctClock(behindMs);
  }, [behindMs]);
  if (behindMs === undefined || Math.abs(behindMs) < noticedMs) return null;
  const difference = formatMinutes(Math.round(Math.abs(behindMs) / 60_000));
  return (
    <Notice role="status" icon={IconClockExclamation}>
      {behindMs > 0
        ? t("The clock of this device is {difference} behind.", { difference })
        : t("The clock of this device is {difference} ahead.", { difference })}{" "}
      {t("Times and charges here follow the server's clock.")}
    </Notice>
  );
}
