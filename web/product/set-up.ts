// The checklist of a new branch: which steps its data shows as done (domain/branches/set-up.ts).
import { useQueries } from "@tanstack/react-query";
import { can, getRoleIdsWith } from "#domain/access/capabilities.ts";
import {
  getSetUpState,
  getSkippedSteps,
  setUpSteps,
  type SetUpState,
  type SetUpStep,
} from "#domain/branches/set-up.ts";
import { parkingSequence } from "#domain/parking/states.ts";
import type { Filter } from "#domain/schema/collection.ts";
import type { CollectionName } from "#domain/schema/registry.ts";
import { isTariffDecided } from "#domain/branches/tariff-decision.ts";
import { itemsQuery, updateItem } from "#web/api/items.ts";
import { queryClient } from "#web/api/query-client.ts";
import type { SessionBranch } from "#web/api/session.ts";
import { useBranch, useRequiredSession } from "#web/api/use-session.ts";
import { maySend } from "#web/product/may-send.ts";

/** Whether there is such a row, without counting them. */
function existsQuery(collection: CollectionName, filter: Filter) {
  return {
    ...itemsQuery(collection, { fields: ["id"], filter, limit: 1 }),
    select: (rows: unknown[]) => rows.length > 0,
  };
}

const printed: Filter = { _or: [{ slip_prints: { _gt: 0 } }, { receipt_prints: { _gt: 0 } }] };

function listQueries(branch: SessionBranch, user: string) {
  const here = { branch: { _eq: branch.id } };
  const tariffOf = (service: string) =>
    existsQuery("Tariff_Versions", { ...here, service: { _eq: service }, starts_at: { _lte: "$NOW" } });
  const entered = { is_person: { _eq: false }, parking_status_id: { _in: [parkingSequence.in, parkingSequence.out] } };
  const tickets = "Valet_and_Parking_Information";
  return {
    parkingTariff: tariffOf("is_parking"),
    valetTariff: tariffOf("is_valet_and_parking"),
    slots: existsQuery("Slot_Blocks", here),
    staff: existsQuery("users", {
      default_branch: { _eq: branch.id },
      id: { _neq: user },
      role: { _in: getRoleIdsWith("gate.operate") },
    }),
    provider: existsQuery("payment_settings", { ...here, gateway: { _neq: "off" } }),
    entry: existsQuery("Parking_Information", { ...here, ...entered }),
    ticket: existsQuery(tickets, here),
    entryPrint: existsQuery("Parking_Information", { ...here, ...printed }),
    ticketPrint: existsQuery(tickets, { ...here, ...printed }),
    pictures: existsQuery("Branch_Banner_Images", here),
  };
}

interface ShownSetUp extends SetUpState {
  /** Of a branch with both services, the one whose tariff is missing while the other one is decided. */
  missingTariff: "parking" | "valet" | undefined;
}

/** Undefined while it loads, for users who do not configure the branch, and for a closed branch. */
export function useSetUp(): ShownSetUp | undefined {
  const session = useRequiredSession();
  const { branch } = useBranch();
  const skipped = getSkippedSteps(branch.set_up_skipped);
  const mayConfigure = can(session, "branch.configure") && branch.status !== "archived";
  const isShown = mayConfigure && skipped.length < setUpSteps.length;
  const queries = listQueries(branch, session.user.id);
  const names = Object.keys(queries);
  const results = useQueries({ queries: Object.values(queries).map((query) => ({ ...query, enabled: isShown })) });
  if (!isShown || results.some(({ data }) => data === undefined)) return undefined;
  const has = (name: keyof typeof queries) => results[names.indexOf(name)]?.data === true;
  const decided = [
    branch.is_parking && isTariffDecided({ version: has("parkingTariff") ? {} : null, config: branch.parking_config }),
    branch.is_valet_and_parking &&
      isTariffDecided({ version: has("valetTariff") ? {} : null, config: branch.valet_and_parking_config }),
  ];
  const areOn = [branch.is_parking, branch.is_valet_and_parking];
  const channels = branch.payment_channels;
  const [isParkingDecided, isValetDecided] = decided;
  const hasBoth = areOn.every(Boolean);
  const missingTariff =
    !hasBoth || isParkingDecided === isValetDecided
      ? undefined
      : isParkingDecided
        ? ("valet" as const)
        : ("parking" as const);
  const state = getSetUpState({
    areTariffsDecided: decided.filter((_, index) => areOn[index]),
    hasSlots: has("slots"),
    hasStaff: has("staff"),
    hasOnlinePayment: has("provider") || (Array.isArray(channels) && channels.length > 0),
    hasVehicle: has("entry") || has("ticket"),
    hasPrint: has("entryPrint") || has("ticketPrint"),
    hasHours: Boolean(branch.opening_hours),
    hasPictures: has("pictures"),
    skipped,
    canTryVehicles:
      (branch.is_parking && maySend({ session, write: "POST /actions/parking/check-in" })) ||
      (branch.is_valet_and_parking && maySend({ session, write: "POST /actions/valet/create-ticket" })),
  });
  return { ...state, missingTariff };
}

/** Stores that the branch does not need these steps. */
export async function skipSetUpSteps({
  branch,
  steps,
}: {
  branch: SessionBranch;
  steps: readonly SetUpStep[];
}): Promise<void> {
  const skipped = getSkippedSteps([...getSkippedSteps(branch.set_up_skipped), ...steps]);
  await updateItem("Branch", branch.id, { set_up_skipped: [...skipped] });
  await queryClient.invalidateQueries();
}
