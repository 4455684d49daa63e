// §2 /configurations/company: what a company is; its name and numbers change only by asking, its logo at once.
import { useQuery } from "@tanstack/react-query";
import type { Row } from "#domain/collection.ts";
import { itemQuery, updateItem } from "#web/items/items.ts";
import { useLive } from "#web/items/live.ts";
import { queryClient } from "#web/items/query-client.ts";
import { useBranch } from "#web/items/use-session.ts";
import { showError, showSuccess } from "#web/ui/messages.ts";
import { Card, Page } from "#web/ui/page.tsx";
import { PictureChoice } from "#web/ui/picture-choice.tsx";
import { ErrorState, SkeletonRows } from "#web/ui/states.tsx";
import { SetUpHistory } from "#web/features/configuration/history.tsx";
import { VerifiedDetails } from "#web/features/configuration/verified-details.tsx";
import styles from "#web/features/configuration/configuration.module.css";

export function CompanyConfigurationPage() {
  const { company, zone } = useBranch();
  useLive("Companies", "Change_Requests");
  const {
    data: row,
    error,
    refetch,
  } = useQuery(itemQuery<Row & { id: number }>("Companies", company.id, { fields: ["*"] }));
  return (
    <Page title="The company">
      {error && !row && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!row && !error && <SkeletonRows count={6} />}
      {row && (
        <div className={styles["columns"]}>
          <div className={styles["column"]}>
            <VerifiedDetails kind="company" row={row} company={row.id} zone={zone} />
          </div>
          <div className={styles["column"]}>
            <Logo company={row.id} logo={(row["company_logo"] ?? null) as string | null} />
            <SetUpHistory menu="company" isWhole />
          </div>
        </div>
      )}
    </Page>
  );
}

function Logo({ company, logo }: { company: number; logo: string | null }) {
  async function set(company_logo: string | null): Promise<void> {
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
      <PictureChoice
        label="Logo"
        hasHeading
        description="On the pages customers see: JPEG, PNG or WebP, under 2 MB."
        value={logo}
        onChange={(id) => void set(id)}
      />
    </Card>
  );
}
