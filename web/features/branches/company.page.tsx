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
import { Columns, Stack } from "#web/ui/layout.tsx";

export function CompanySettingsPage() {
  const { company, zone } = useBranch();
  useLiveCollections("Companies", "Change_Requests");
  const { data: row, error, refetch } = useQuery(itemQuery("Companies", company.id, { fields: ["*"] }));
  return (
    <Page title="Company settings">
      {error && !row && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!row && !error && <SkeletonRows count={6} />}
      {row && (
        <Columns template="1fr 1fr">
          <Stack>
            <VerifiedDetails kind="company" row={row} company={row.id} zone={zone} />
          </Stack>
          <Stack>
            <CompanyLogo company={row.id} logo={row.company_logo} />
            <ConfigurationHistory menu="company" isExpanded />
          </Stack>
        </Columns>
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
    <Card title="Logo">
      <ImagePicker
        label="Logo"
        hasHeading
        description="JPEG, PNG or WebP."
        value={logo}
        onChange={(id) => void saveLogo(id)}
      />
    </Card>
  );
}
