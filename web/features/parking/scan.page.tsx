// §2 /parking/scan-parking-entry: a slip, an invite or a pass before the camera, or typed; its entry opens ready for what comes next.
import { useBranch } from "#web/items/use-session.ts";
import { Scanner } from "#web/ui/scan/scanner.tsx";
import { pageOfQr, pageOfTyped } from "#web/features/parking/find-entry.ts";

export function ScanPage() {
  const { branch } = useBranch();
  return (
    <Scanner
      typedLabel="Plate, phone number, receipt or code"
      pageOfCode={pageOfQr}
      pageOfTyped={(typed) => pageOfTyped({ typed, branch: branch.id })}
    />
  );
}
