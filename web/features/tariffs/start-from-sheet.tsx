// What a draft starts from: a blank tariff, a template, or the tariff of another branch.
import { useQuery } from "@tanstack/react-query";
import { tariffTemplates, toTemplateTariff } from "#domain/tariffs/templates.ts";
import type { ServiceName } from "#domain/branches/services.ts";
import { itemsQuery } from "#web/api/items.ts";
import { useBranch } from "#web/api/use-session.ts";
import { Row, RowButton, RowList } from "#web/ui/data/row-list.tsx";
import { Stack } from "#web/ui/layout.tsx";
import { Sheet } from "#web/ui/overlays/sheet.tsx";
import { Text, Title } from "#web/ui/text.tsx";
import { useNow } from "#web/ui/use-now.ts";
import { createBlankDraft } from "#web/features/tariffs/draft/change-draft.ts";
import { toTariffDraft, type TariffDraft } from "#web/features/tariffs/draft/draft.ts";
import { findVersionInForce } from "#web/product/tariffs/versions.ts";

interface StartFromSheetProps {
  service: ServiceName;
  vehicleTypes: readonly { id: number; name: string | null }[];
  /** Replaces what was typed. */
  onChoose: (draft: TariffDraft) => void;
  onClose: () => void;
}

export function StartFromSheet({ service, vehicleTypes, onChoose, onClose }: StartFromSheetProps) {
  const choose = (draft: TariffDraft): void => {
    onChoose(draft);
    onClose();
  };
  return (
    <Sheet isOpen title="Start from" onClose={onClose}>
      <Stack>
        <Text c="dimmed">What you have typed is replaced. Nothing is saved yet.</Text>
        <RowList label="Blank">
          <Row>
            <RowButton onPress={() => choose(createBlankDraft())}>Blank tariff</RowButton>
            <Text c="dimmed">One price per hour or part.</Text>
          </Row>
        </RowList>
        <OtherBranches service={service} onChoose={choose} />
        <Title order={3}>Templates</Title>
        <RowList label="Templates">
          {tariffTemplates.map((template) => (
            <Row key={template.id}>
              <RowButton onPress={() => choose(toTariffDraft(toTemplateTariff({ template, vehicleTypes })))}>
                {template.name}
              </RowButton>
              <Text c="dimmed">{template.description}</Text>
            </Row>
          ))}
        </RowList>
      </Stack>
    </Sheet>
  );
}

const versionFields = ["id", "number", "starts_at", "date_created", "tariff", "branch.id", "branch.name"] as const;

/** Admins may read the tariffs of all branches of their company; others find none here. */
function OtherBranches({ service, onChoose }: Pick<StartFromSheetProps, "service" | "onChoose">) {
  const { branch, company } = useBranch();
  const { data = [] } = useQuery(
    itemsQuery("Tariff_Versions", {
      fields: versionFields,
      filter: { branch: { id: { _neq: branch.id }, company: { _eq: company.id } }, service: { _eq: service } },
      sort: ["branch.name", "-starts_at"],
    }),
  );
  const now = useNow();
  const versions = data.map((row) => ({ ...row, starts_at: row.starts_at ?? row.date_created }));
  const branches = Map.groupBy(versions, (version) => version.branch?.id);
  const inForce = [...branches.values()].flatMap((ofBranch) => findVersionInForce(ofBranch, now) ?? []);
  if (inForce.length === 0) return null;
  return (
    <>
      <Title order={3}>Other branches</Title>
      <RowList label="Other branches">
        {inForce.map((version) => (
          <Row key={version.id}>
            <RowButton onPress={() => onChoose(toTariffDraft(version.tariff))}>{version.branch?.name}</RowButton>
            <Text c="dimmed">Its tariff in force, version {version.number}.</Text>
          </Row>
        ))}
      </RowList>
    </>
  );
}
