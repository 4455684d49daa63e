// What a correction changes of the charge, before it is confirmed.
import { useEffect, useRef } from "react";
import { formatRupees } from "#domain/money.ts";
import { t } from "#web/languages/t.ts";
import { Notice } from "#web/ui/notice.tsx";

/** Amounts in paise. */
export function ChargeDifference({ before, after }: { before: number; after: number }) {
  const notice = useRef<HTMLDivElement>(null);
  // Below the fold of a phone, under the button of the sheet.
  useEffect(() => {
    notice.current?.scrollIntoView({ block: "nearest" });
  }, []);
  return (
    <div ref={notice}>
      <Notice role="status">
        {t(
          after > before
            ? "The charge changes from {before} to {after}, {difference} more."
            : "The charge changes from {before} to {after}, {difference} less.",
          {
            before: formatRupees(before),
            after: formatRupees(after),
            difference: formatRupees(Math.abs(after - before)),
          },
        )}
      </Notice>
    </div>
  );
}
