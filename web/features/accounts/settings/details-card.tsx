// §2 §3 Account: picture, name and vehicles of a customer, which have a page of their own.
import { useQuery } from "@tanstack/react-query";
import { getCustomerType } from "#domain/accounts/customer-type.ts";
import { useRequiredSession } from "#web/api/use-session.ts";
import { AccountPicture } from "#web/features/accounts/settings/account-picture.tsx";
import { detailsQuery } from "#web/features/accounts/settings/api.ts";
import { ButtonLink } from "#web/ui/button-link.tsx";
import { Group, Stack } from "#web/ui/layout.tsx";
import { Card } from "#web/ui/page.tsx";
import { ErrorState, SkeletonRows } from "#web/ui/states.tsx";
import { Text } from "#web/ui/text.tsx";
import { t } from "#web/languages/t.ts";

export function DetailsCard() {
  const { user } = useRequiredSession();
  const { data, error, refetch } = useQuery(detailsQuery(user.id));
  const plates = (data?.user_vehicles ?? []).map(({ vehicleNo }) => vehicleNo).join(", ");
  return (
    <Card title={t("Your details")}>
      {error && !data ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <SkeletonRows count={1} />
      ) : (
        <>
          <Group gap="sm" wrap="nowrap">
            <AccountPicture id={data.picture} />
            <Stack gap="2xs">
              <Text>{[data.first_name, data.last_name].filter(Boolean).join(" ")}</Text>
              <Text c="dimmed">{plates || t("No vehicles yet")}</Text>
            </Stack>
          </Group>
          <Group>
            <ButtonLink to={`/${getCustomerType(user)}/edit-account-details`} variant="default">
              {t("Edit details")}
            </ButtonLink>
          </Group>
        </>
      )}
    </Card>
  );
}
