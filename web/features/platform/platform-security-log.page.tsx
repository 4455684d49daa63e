// /platform/security: security log of all vendors and of events without a vendor.
import {
  ExportEventsButton,
  SecurityLogView,
  useSecurityLogUrlState,
} from "#web/product/security-log/security-log.tsx";
import { Page } from "#web/ui/page.tsx";

export function PlatformSecurityLogPage() {
  const [address, show] = useSecurityLogUrlState();
  return (
    <Page title="Security log" actions={<ExportEventsButton address={address} name="Security log" />}>
      <SecurityLogView address={address} onShow={show} hasCompanies />
    </Page>
  );
}
