// /{company}/{branch}/configurations/security (beyond the specification): security events of the company's accounts.
import { useBranch } from "#web/api/use-session.ts";
import { SupportLog } from "#web/product/support/support-log.tsx";
import { Page } from "#web/ui/page.tsx";
import {
  ExportEventsButton,
  SecurityLogView,
  useSecurityLogUrlState,
} from "#web/product/security-log/security-log.tsx";

export function CompanySecurityLogPage() {
  const { branch, company, zone } = useBranch();
  const [urlState, setUrlState] = useSecurityLogUrlState();
  return (
    <Page
      title="Security log"
      actions={<ExportEventsButton address={urlState} zone={zone} name={`Security log ${company.name}`} />}
    >
      <SupportLog filter={{ branch: { _eq: branch.id } }} zone={zone} />
      <SecurityLogView address={urlState} zone={zone} onShow={setUrlState} />
    </Page>
  );
}
