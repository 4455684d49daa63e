// §2 /configurations/company: verified details change by request, the logo immediately.
import { useQuery } from "@tanstack/react-query";
import { itemQuery, updateItem } from "#web/api/items.ts";
import { useLiveCollections } from "#web/api/live-updates.ts";
import { queryClient } from "#web/api/query-client.ts";
import { useBranch } from "#web/api/use-session.ts";
import { showError, showSuccess } from "#web/ui/feedback.ts";
import { Card, Page } from "#web/ui/page.tsx";
import { ImagePicker } from "#web/product/forms/image-picker.tsx";
import { ErrorState, SkeletonRows } from "#web/ui/states.tsx";
import { ConfigurationHistory } from "#web/features/branches/history.tsx";
import { VerifiedDetails } from "#web/features/branches/verified-details.tsx";
import styles from "#web/features/branches/parking-settings.module.css";

export function CompanySettingsPage() {
  const { company, zone } = useBranch();
  useLiveCollections("Companies", "Change_Requests");
  const { data: row, error, refetch } = useQuery(itemQuery("Companies", company.id, { fields: ["*"] }));
  return (
    <Page title="Company settings">
      {error && !row && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!row && !error && <SkeletonRows count={6} />}
      {row && (
        <div className={styles["columns"]}>
          <div className={styles["column"]}>
            <VerifiedDetails kind="company" row={row} company={row.id} zone={zone} />
          </div>
          <div className={styles["column"]}>
            <CompanyLogo company={row.id} logo={row.company_logo} />
            <ConfigurationHistory menu="company" isExpanded />
          </div>
        </div>
      )}
    </Page>
  );
}

function CompanyLogo({ company, logo }: { company: number; logo: string | null }) {
  async function saveLogo(company_logo: string | null): Promise<void> {
    try {
      await updateItem("Companies", company, { company_logo });
      showSuccess("COMPANY_UPDATED");
      await queryClient.invalidateQueries();
    } catch (thrown) {
      showError(thrown);
    }
  }
  return (
    <Card>
      <h2 className={styles["heading"]}>Logo</h2>
      <ImagePicker
        label="Logo"
        hasHeading
        description="JPEG, PNG or WebP, under 2 MB."
        value={logo}
        onChange={(id) => void saveLogo(id)}
      />
    </Card>
  );
}
