// /platform/security: security log of all vendors and of events without a vendor.
import {
  ExportEventsButton,
  SecurityLogView,
  useSecurityLogUrlState,
} from "#web/product/security-log/security-log.tsx";
import { PlatformLayout } from "#web/features/platform/platform-layout.tsx";

export function PlatformSecurityLogPage() {
  const [address, show] = useSecurityLogUrlState();
  return (
    <PlatformLayout title="Security log" actions={<ExportEventsButton address={address} name="Security log" />}>
      <SecurityLogView address={address} onShow={show} hasCompanies />
    </PlatformLayout>
  );
}
