// A service without a tariff takes vehicles only if the branch has said that it is free of charge.
import { IconReceiptOff } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { can } from "#domain/access/capabilities.ts";
import { isTariffDecided } from "#domain/branches/tariff-decision.ts";
import { itemsQuery, updateItem } from "#web/api/items.ts";
import { useLiveCollections } from "#web/api/live-updates.ts";
import { queryClient } from "#web/api/query-client.ts";
import { useBranch, useRequiredSession } from "#web/api/use-session.ts";
import { AsyncButton } from "#web/ui/forms/async-button.tsx";
import { ButtonLink } from "#web/ui/button-link.tsx";
import { showSuccess } from "#web/ui/feedback.ts";
import { Group } from "#web/ui/layout.tsx";
import { EmptyState } from "#web/ui/states.tsx";
import type { TariffService } from "#web/product/tariffs/tariff-services.ts";

function useFreeSetting(service: TariffService["service"]) {
  const { branch } = useBranch();
  const isParking = service === "is_parking";
  const collection = isParking ? ("Parking_Configuration" as const) : ("Valet_and_Parking_Configuration" as const);
  const config = isParking ? branch.parking_config : branch.valet_and_parking_config;
  async function save(isFree: boolean): Promise<void> {
    if (!config) return;
    await updateItem(collection, config.id, { is_free: isFree });
    showSuccess("DATA_UPDATED");
    await queryClient.invalidateQueries();
  }
  return { config, save };
}

/** Whether vehicles can enter: by a tariff in force, a valet charge or the choice to be free; undefined while it loads. */
function useIsTariffDecided(service: TariffService["service"]): boolean | undefined {
  const { branch } = useBranch();
  const { config } = useFreeSetting(service);
  const isDecided = isTariffDecided({ version: null, config });
  useLiveCollections("Tariff_Versions");
  const filter = { branch: { _eq: branch.id }, service: { _eq: service }, starts_at: { _lte: "$NOW" } };
  const { data } = useQuery({
    ...itemsQuery("Tariff_Versions", { fields: ["id"], filter, limit: 1 }),
    enabled: !isDecided,
  });
  return isDecided || (data && data.length > 0);
}

/** In place of the form of a new entry or ticket, which the server would refuse. */
export function UnlessTariffRequired({ tariff, children }: { tariff: TariffService; children: ReactNode }) {
  const session = useRequiredSession();
  if (useIsTariffDecided(tariff.service) !== false) return children;
  if (can(session, "branch.configure")) return <TariffDecision {...tariff} />;
  return (
    <EmptyState
      icon={IconReceiptOff}
      title="No tariff yet"
      text="Ask your manager to set the tariff, or that it is free of charge. Then vehicles can check in."
    />
  );
}

/**
 * Asks for a tariff or the explicit choice to be free; of a free service, says so. `editor` is the page that sets the
 * tariff, if the page has no link to it.
 */
export function TariffDecision({ service, editor }: { service: TariffService["service"]; editor?: string }) {
  const { path } = useBranch();
  const { config, save } = useFreeSetting(service);
  if (config?.is_free)
    return (
      <EmptyState
        icon={IconReceiptOff}
        title="Free of charge"
        text="Vehicles enter and leave without payment until a tariff is in force."
      >
        <AsyncButton variant="default" onPress={() => save(false)}>
          Not free of charge
        </AsyncButton>
      </EmptyState>
    );
  return (
    <EmptyState
      icon={IconReceiptOff}
      title="No tariff yet"
      text="Vehicles can check in once you set a tariff, or say that it is free of charge."
    >
      <Group gap="sm" justify="center">
        {editor !== undefined && <ButtonLink to={path(editor)}>Set the tariff</ButtonLink>}
        <AsyncButton variant="default" onPress={() => save(true)}>
          It is free of charge
        </AsyncButton>
      </Group>
    </EmptyState>
  );
}
