// §2 /configurations/parking/charges and its counterpart of valet parking: the tariff in force, and its versions.
import { Button } from "@mantine/core";
import { IconArrowLeft, IconCalendarTime, IconCircleCheck, IconHistory, IconPencil } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { compareTariffs, describeTariff } from "#domain/tariffs/describe-tariff.ts";
import { deleteItem, itemsQuery } from "#web/api/items.ts";
import { queryClient } from "#web/api/query-client.ts";
import { useBranch } from "#web/api/use-session.ts";
import { Badge } from "#web/ui/badge.tsx";
import { ButtonLink } from "#web/ui/button-link.tsx";
import { DateTime } from "#web/ui/data/date-time.tsx";
import { Row, RowList } from "#web/ui/data/row-list.tsx";
import { showSuccess } from "#web/ui/feedback.ts";
import { AsyncButton } from "#web/ui/forms/async-button.tsx";
import { Columns, Group, Stack } from "#web/ui/layout.tsx";
import { Sheet } from "#web/ui/overlays/sheet.tsx";
import { Card, Page } from "#web/ui/page.tsx";
import { ErrorState, SkeletonRows } from "#web/ui/states.tsx";
import { Text } from "#web/ui/text.tsx";
import { TariffChanges, TariffSentences } from "#web/product/tariffs/tariff-sentences.tsx";
import { parkingTariff, valetTariff, type TariffService } from "#web/product/tariffs/tariff-services.ts";
import { TariffDecision } from "#web/product/tariffs/tariff-decision.tsx";
import { getTypeName } from "#web/product/tariffs/type-name.ts";
import { useTariffVersions, type StoredVersion } from "#web/product/tariffs/use-tariff-versions.ts";
import { getVersionState } from "#web/product/tariffs/versions.ts";

export const ParkingTariffPage = () => <TariffPage {...parkingTariff} />;
export const ValetTariffPage = () => <TariffPage {...valetTariff} />;

type NameType = (vehicleType: number) => string;

function TariffPage({ title, service, settings, settingsLabel, editor }: TariffService) {
  const { branch, path } = useBranch();
  const { data: types = [] } = useQuery(itemsQuery("Vehicle_Type", { sort: ["sort", "id"] }));
  const { versions, inForce, now, error, refetch } = useTariffVersions({ branch: branch.id, service });
  const getName: NameType = (vehicleType) => getTypeName({ types, vehicleType });
  return (
    <Page
      title={title}
      actions={
        <Group>
          <ButtonLink
            to={path(settings)}
            variant="default"
            leftSection={<IconArrowLeft size={18} aria-hidden="true" />}
          >
            {settingsLabel}
          </ButtonLink>
          <ButtonLink to={path(editor)} color="marigold" leftSection={<IconPencil size={18} aria-hidden="true" />}>
            {versions?.length === 0 ? "Set the tariff" : "Edit tariff"}
          </ButtonLink>
        </Group>
      }
    >
      {error && !versions && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!versions && !error && <SkeletonRows count={4} />}
      {versions && (
        <Columns template="1fr 1fr">
          {inForce ? (
            <Card title={`In force: version ${inForce.number}`}>
              <TariffSentences sections={describeTariff({ tariff: inForce.tariff, getTypeName: getName })} />
              <Text c="dimmed">
                A new tariff applies to vehicles that check in from its start. Vehicles already inside keep theirs.
              </Text>
            </Card>
          ) : (
            <TariffDecision service={service} />
          )}
          <Versions versions={versions} inForce={inForce} now={now} getName={getName} editorPath={path(editor)} />
        </Columns>
      )}
    </Page>
  );
}

const states = {
  scheduled: { label: "Scheduled", colour: "amber", icon: IconCalendarTime },
  in_force: { label: "In force", colour: "green", icon: IconCircleCheck },
  replaced: { label: "Replaced", colour: "grey", icon: IconHistory },
} as const;

interface VersionsProps {
  versions: readonly StoredVersion[];
  inForce: StoredVersion | undefined;
  now: Date;
  getName: NameType;
  editorPath: string;
}

function Versions({ versions, inForce, now, getName, editorPath }: VersionsProps) {
  const { zone } = useBranch();
  const [opened, setOpened] = useState<StoredVersion>();
  if (versions.length === 0) return null;
  return (
    <Card title="Versions">
      <RowList label="Versions" isFramed={false}>
        {versions.map((version) => {
          const { label, colour, icon } = states[getVersionState({ version, versions, now })];
          return (
            <Row
              key={version.id}
              trailing={
                <Button variant="default" onClick={() => setOpened(version)}>
                  Open<span className="visually-hidden"> version {version.number}</span>
                </Button>
              }
            >
              <Group gap="xs">
                <Text component="span" fw="bold" isFigures>
                  Version {version.number}
                </Text>
                <Badge c={colour} icon={icon}>
                  {label}
                </Badge>
              </Group>
              <Text size="sm" c="dimmed">
                Starts <DateTime at={version.starts_at} zone={zone} /> · {version.user_created?.first_name ?? "System"}
              </Text>
            </Row>
          );
        })}
      </RowList>
      {opened && (
        <VersionSheet
          version={opened}
          isScheduled={Date.parse(opened.starts_at) > now.getTime()}
          inForce={inForce}
          getName={getName}
          editorPath={editorPath}
          onClose={() => setOpened(undefined)}
        />
      )}
    </Card>
  );
}

interface VersionSheetProps {
  version: StoredVersion;
  isScheduled: boolean;
  inForce: StoredVersion | undefined;
  getName: NameType;
  editorPath: string;
  onClose: () => void;
}

function VersionSheet({ version, isScheduled, inForce, getName, editorPath, onClose }: VersionSheetProps) {
  const [isRemoving, setIsRemoving] = useState(false);

  async function remove(): Promise<void> {
    await deleteItem("Tariff_Versions", version.id);
    showSuccess("DATA_DELETED");
    onClose();
    await queryClient.invalidateQueries({ queryKey: ["items", "Tariff_Versions"] });
  }

  return (
    <Sheet isOpen title={`Version ${version.number}`} onClose={onClose}>
      <Stack>
        {inForce && inForce.id !== version.id && (
          <Card title={`Compared with version ${inForce.number}, in force`} padding="md">
            <TariffChanges
              changes={compareTariffs({ before: inForce.tariff, after: version.tariff, getTypeName: getName })}
            />
          </Card>
        )}
        <TariffSentences sections={describeTariff({ tariff: version.tariff, getTypeName: getName })} />
        <ButtonLink to={`${editorPath}?from=${version.id}`} variant="default" size="lg">
          Start a new version from this one
        </ButtonLink>
        {isScheduled && !isRemoving && (
          <Button variant="default" size="lg" onClick={() => setIsRemoving(true)}>
            Delete scheduled version
          </Button>
        )}
        {isRemoving && (
          <AsyncButton variant="outline" color="red" size="lg" onPress={remove}>
            Yes, delete version {version.number}
          </AsyncButton>
        )}
      </Stack>
    </Sheet>
  );
}
