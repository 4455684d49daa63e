// The tariff in force among the settings of a service.
import { useQuery } from "@tanstack/react-query";
import { describeTariff } from "#domain/tariffs/describe-tariff.ts";
import { itemsQuery } from "#web/api/items.ts";
import { useBranch, useRequiredSession } from "#web/api/use-session.ts";
import { maySend } from "#web/product/may-send.ts";
import { ButtonLink } from "#web/ui/button-link.tsx";
import { TextLink } from "#web/ui/links/text-link.tsx";
import { Card } from "#web/ui/page.tsx";
import { ErrorState, SkeletonRows } from "#web/ui/states.tsx";
import { Text } from "#web/ui/text.tsx";
import { TariffDecision } from "#web/product/tariffs/tariff-decision.tsx";
import { TariffSentences } from "#web/product/tariffs/tariff-sentences.tsx";
import type { TariffService } from "#web/product/tariffs/tariff-services.ts";
import { getTypeName } from "#web/product/tariffs/type-name.ts";
import { useTariffVersions } from "#web/product/tariffs/use-tariff-versions.ts";

export function TariffCard({ title, service, page, editor }: TariffService) {
  const { branch, path } = useBranch();
  const session = useRequiredSession();
  const { data: types = [] } = useQuery(itemsQuery("Vehicle_Type", { sort: ["sort", "id"] }));
  const { versions, inForce, error, refetch } = useTariffVersions({ branch: branch.id, service });
  return (
    <Card
      title={<TextLink to={path(page)}>{title}</TextLink>}
      actions={
        maySend({ session, write: "Tariff_Versions" }) && (
          <ButtonLink to={path(editor)} variant="default">
            Edit tariff
          </ButtonLink>
        )
      }
    >
      {error && !versions && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!versions && !error && <SkeletonRows count={2} />}
      {versions && !inForce && <TariffDecision service={service} />}
      {inForce && (
        <TariffSentences
          sections={describeTariff({
            tariff: inForce.tariff,
            getTypeName: (vehicleType) => getTypeName({ types, vehicleType }),
          })}
        />
      )}
      <Text c="dimmed">
        A new tariff applies to vehicles that check in from its start. Vehicles already inside keep theirs.
      </Text>
    </Card>
  );
}
