// Tells the verifier of a branch which of its services take no vehicles yet, because nobody has set a tariff.
import { useQuery } from "@tanstack/react-query";
import { isTariffDecided } from "#domain/branches/tariff-decision.ts";
import { itemQuery, itemsQuery } from "#web/api/items.ts";
import { Notice } from "#web/ui/notice.tsx";

const fields = [
  "id",
  "is_parking",
  "is_valet_and_parking",
  "parking_config.is_free",
  "valet_and_parking_config.is_free",
  "valet_and_parking_config.is_collect_valet_charge",
  "valet_and_parking_config.valet_charge",
] as const;

export function MissingTariff({ branch }: { branch: number }) {
  const { data } = useQuery(itemQuery("Branch", branch, { fields }));
  const filter = { branch: { _eq: branch }, starts_at: { _lte: "$NOW" } };
  const { data: versions } = useQuery(itemsQuery("Tariff_Versions", { fields: ["service"], filter }));
  if (!data || !versions) return null;
  const services = [
    { name: "is_parking", label: "parking", config: data.parking_config },
    { name: "is_valet_and_parking", label: "valet parking", config: data.valet_and_parking_config },
  ] as const;
  const missing = services.filter(
    ({ name, config }) =>
      data[name] && !isTariffDecided({ version: versions.find(({ service }) => service === name), config }),
  );
  if (missing.length === 0) return null;
  const names = missing.map(({ label }) => label).join(" and ");
  return (
    <Notice>
      No tariff for {names} yet, and not declared free of charge: no vehicle can check in until the branch decides.
    </Notice>
  );
}
