// /configurations/parking/charges/edit and its counterpart of valet parking: edits a new version of the tariff.
import { Button } from "@mantine/core";
import { IconAlertCircle, IconArrowLeft } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { useNavigate, useSearchParams } from "react-router";
import { isJsonObject } from "#domain/json-object.ts";
import type { TariffProblem } from "#domain/tariffs/tariff-problems.ts";
import type { TariffVersion } from "#domain/tariffs/tariff.ts";
import { hasErrorCode } from "#web/api/api-error.ts";
import { createItem, itemsQuery } from "#web/api/items.ts";
import { queryClient } from "#web/api/query-client.ts";
import { useBranch, useRequiredSession } from "#web/api/use-session.ts";
import { ButtonLink } from "#web/ui/button-link.tsx";
import { showSuccess } from "#web/ui/feedback.ts";
import { Columns, Group, Stack } from "#web/ui/layout.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { Sheet } from "#web/ui/overlays/sheet.tsx";
import { ActionBar, Page } from "#web/ui/page.tsx";
import { ErrorState, SkeletonRows } from "#web/ui/states.tsx";
import { Text } from "#web/ui/text.tsx";
import { createBlankDraft } from "#web/features/tariffs/draft/change-draft.ts";
import { ChargesPanel, useIsBesideForm } from "#web/features/tariffs/charges/charges-panel.tsx";
import { toTariffDraft, type TariffDraft } from "#web/features/tariffs/draft/draft.ts";
import { EditorProvider } from "#web/features/tariffs/form/editor-context.tsx";
import { PlansForm } from "#web/features/tariffs/form/plans-form.tsx";
import { readDraft } from "#web/features/tariffs/draft/read-draft.ts";
import { ReviewSheet } from "#web/features/tariffs/review-sheet.tsx";
import { StartFromSheet } from "#web/features/tariffs/start-from-sheet.tsx";
import { readStoredDraft, removeStoredDraft, storeDraft } from "#web/features/tariffs/draft/stored-draft.ts";
import { RestoredDraftNotice } from "#web/product/forms/restored-draft-notice.tsx";
import { parkingTariff, valetTariff, type TariffService } from "#web/product/tariffs/tariff-services.ts";
import { TermsForm } from "#web/features/tariffs/form/terms-form.tsx";
import { useTariffVersions, type StoredVersion } from "#web/product/tariffs/use-tariff-versions.ts";

export const ParkingTariffEditorPage = () => <TariffEditorPage {...parkingTariff} />;
export const ValetTariffEditorPage = () => <TariffEditorPage {...valetTariff} />;

function TariffEditorPage(service: TariffService) {
  const { branch, path } = useBranch();
  const { versions, inForce, error, refetch } = useTariffVersions({ branch: branch.id, service: service.service });
  const types = useQuery(itemsQuery("Vehicle_Type", { sort: ["sort", "id"] }));
  const [parameters] = useSearchParams();
  const from = parameters.get("from");
  const failure = error ?? types.error;
  return (
    <Page
      title={`Edit: ${service.title}`}
      heading={`Edit ${service.title.toLowerCase()}`}
      actions={
        <ButtonLink
          to={path(service.page)}
          variant="default"
          leftSection={<IconArrowLeft size={18} aria-hidden="true" />}
        >
          Tariff
        </ButtonLink>
      }
    >
      {failure && !(versions && types.data) && (
        <ErrorState error={failure} onRetry={() => void Promise.all([refetch(), types.refetch()])} />
      )}
      {!(versions && types.data) && !failure && <SkeletonRows count={6} />}
      {versions && types.data && (
        <TariffEditor
          key={from}
          service={service}
          base={versions.find(({ id }) => String(id) === from) ?? inForce}
          from={from}
          current={inForce?.tariff}
          vehicleTypes={types.data}
        />
      )}
    </Page>
  );
}

interface TariffEditorProps {
  service: TariffService;
  /** The version to start from. */
  base: StoredVersion | undefined;
  /** Id of a version that was chosen to start from; an unsaved draft of another one is not restored. */
  from: string | null;
  current: TariffVersion | undefined;
  vehicleTypes: readonly { id: number; name: string | null }[];
}

interface EditorState {
  draft: TariffDraft;
  /** The last version that could be read from the draft. */
  readable: TariffVersion | undefined;
}

function TariffEditor({ service, base, from, current, vehicleTypes }: TariffEditorProps) {
  const { branch, zone, path } = useBranch();
  const { user } = useRequiredSession();
  const navigate = useNavigate();
  const form = useRef<HTMLDivElement>(null);
  const owner = { user: user.id, branch: branch.id, service: service.service };
  const createBaseDraft = () => (base ? toTariffDraft(base.tariff) : createBlankDraft());
  const [stored, setStored] = useState(() => readStoredDraft({ owner, from }));
  const [{ draft, readable }, setState] = useState<EditorState>(() => {
    const initial = stored?.draft ?? createBaseDraft();
    return { draft: initial, readable: readDraft(initial).tariff ?? base?.tariff };
  });
  const isBesideForm = useIsBesideForm();
  const [refused, setRefused] = useState<readonly TariffProblem[]>([]);
  const [sheet, setSheet] = useState<"start" | "review" | "charges">();
  const reading = readDraft(draft);
  const isChanged = JSON.stringify(draft) !== JSON.stringify(createBaseDraft()) || from !== null;
  // A new tariff begins without errors: nothing has been typed yet.
  const problems = isChanged ? [...reading.problems, ...refused] : [];

  function change(changed: TariffDraft): void {
    setRefused([]);
    setState((state) => ({ draft: changed, readable: readDraft(changed).tariff ?? state.readable }));
    storeDraft({ owner, from, draft: changed });
  }

  function discard(): void {
    const initial = createBaseDraft();
    removeStoredDraft(owner);
    setStored(undefined);
    setRefused([]);
    setState({ draft: initial, readable: readDraft(initial).tariff });
  }

  async function save(startsAt: Date | undefined): Promise<void> {
    try {
      await createItem("Tariff_Versions", {
        branch: branch.id,
        service: service.service,
        tariff: reading.tariff,
        ...(startsAt ? { starts_at: startsAt.toISOString() } : {}),
      });
    } catch (thrown) {
      if (!hasErrorCode(thrown, "INVALID_TARIFF")) throw thrown;
      setSheet(undefined);
      return setRefused(readProblems(thrown.extensions["problems"]) ?? [{ path: [], text: thrown.message }]);
    }
    removeStoredDraft(owner);
    showSuccess(startsAt ? "Tariff scheduled" : "Tariff started");
    await queryClient.invalidateQueries();
    await navigate(path(service.page));
  }

  const chargesPanel = readable && (
    <ChargesPanel
      tariff={readable}
      current={current}
      vehicleTypes={vehicleTypes}
      zone={zone}
      isOutdated={reading.tariff === undefined}
    />
  );
  return (
    <EditorProvider value={{ problems, vehicleTypes }}>
      {stored && <RestoredDraftNotice at={stored.at} onDiscard={discard} />}
      <Columns template="4fr 3fr">
        <div ref={form}>
          <Stack>
            <Group>
              <Button variant="default" onClick={() => setSheet("start")}>
                Start from a template or branch
              </Button>
            </Group>
            <PlansForm draft={draft} onChange={change} />
            <TermsForm draft={draft} onChange={change} />
          </Stack>
        </div>
        {chargesPanel}
      </Columns>
      <ActionBar>
        <SaveProblems problems={problems} isChanged={isChanged} isNew={!base} form={form} />
        {!isBesideForm && chargesPanel && (
          <Button variant="default" size="xl" onClick={() => setSheet("charges")}>
            Charges
          </Button>
        )}
        <Button
          color="marigold"
          size="xl"
          disabled={problems.length > 0 || !isChanged || !reading.tariff}
          onClick={() => setSheet("review")}
        >
          Review and start
        </Button>
      </ActionBar>
      {sheet === "charges" && (
        <Sheet isOpen title="Charges of this tariff" onClose={() => setSheet(undefined)}>
          {chargesPanel}
        </Sheet>
      )}
      {sheet === "start" && (
        <StartFromSheet
          service={service.service}
          vehicleTypes={vehicleTypes}
          onChoose={change}
          onClose={() => setSheet(undefined)}
        />
      )}
      {sheet === "review" && reading.tariff && (
        <ReviewSheet
          service={service.service}
          tariff={reading.tariff}
          current={current}
          vehicleTypes={vehicleTypes}
          zone={zone}
          onSave={save}
          onClose={() => setSheet(undefined)}
        />
      )}
    </EditorProvider>
  );
}

/** The problems of INVALID_TARIFF. */
function readProblems(details: unknown): TariffProblem[] | undefined {
  if (!Array.isArray(details)) return undefined;
  return details.filter(isProblem);
}

function isProblem(value: unknown): value is TariffProblem {
  return isJsonObject(value) && typeof value["text"] === "string" && Array.isArray(value["path"]);
}

interface SaveProblemsProps {
  problems: readonly TariffProblem[];
  isChanged: boolean;
  isNew: boolean;
  form: React.RefObject<HTMLDivElement | null>;
}

/** A line of its own above the button, over the page that scrolls below. */
const reasonStyle = { flex: "1 0 100%", minWidth: 0, minHeight: 0 } as const;

/** Why the tariff cannot be saved. */
function SaveProblems({ problems, isChanged, isNew, form }: SaveProblemsProps) {
  if (problems.length === 0 && isChanged) return null;
  if (problems.length === 0)
    return (
      <Text c="dimmed" style={reasonStyle}>
        {isNew ? "Enter a price, or start from a template." : "Nothing is changed yet."}
      </Text>
    );

  function showFirst(): void {
    const first = form.current?.querySelector<HTMLElement>("[aria-invalid=true]");
    first?.scrollIntoView({ block: "center" });
    first?.focus({ preventScroll: true });
  }

  return (
    <Notice
      c="red"
      icon={IconAlertCircle}
      role="status"
      style={reasonStyle}
      actions={
        <Button variant="default" onClick={showFirst}>
          Show
        </Button>
      }
    >
      {problems.length === 1 ? "1 thing to correct: " : `${problems.length} things to correct, first: `}
      {problems[0]?.text}
    </Notice>
  );
}
