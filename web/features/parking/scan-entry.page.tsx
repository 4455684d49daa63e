// §2 /parking/scan-parking-entry: opens the entry of a scanned or typed slip, invite or pass.
import { useBranch } from "#web/api/use-session.ts";
import { Scanner } from "#web/product/scan/scanner.tsx";
import { resolveQrCode, resolveSearchInput } from "#web/features/parking/find-entry.ts";
import { t } from "#web/languages/t.ts";

export function ScanEntryPage() {
  const { branch } = useBranch();
  return (
    <Scanner
      inputLabel={t("Vehicle number, phone, receipt or code")}
      resolveCode={resolveQrCode}
      resolveInput={(input) => resolveSearchInput({ input, branch: branch.id })}
    />
  );
}
