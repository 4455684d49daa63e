// §4 Lot check: staff walk the lot and tick the vehicles that are there. See docs/rules/corrections.md.
import { isJsonObject } from "#domain/json-object.ts";

export interface LotCheck {
  /** ISO 8601. */
  startedAt: string;
  /** Ids of the entries whose vehicles were found. */
  found: readonly number[];
  /** Numbers of vehicles that stand there without an entry. */
  unknown: readonly string[];
  /** Ids of the entries whose vehicles were not found; null until the walk is finished. */
  missing: readonly number[] | null;
}

/** An entry that is inside. */
export interface InsideEntry {
  id: number;
  vehicle: string | null;
  /** ISO 8601. */
  inTime: string | null;
}

export function startLotCheck(now: Date): LotCheck {
  return { startedAt: now.toISOString(), found: [], unknown: [], missing: null };
}

const isIdList = (value: unknown): value is number[] =>
  Array.isArray(value) && value.every((id) => Number.isSafeInteger(id));
const isTextList = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((text) => typeof text === "string");

/** A check that the device kept; null for anything else. */
export function parseLotCheck(stored: unknown): LotCheck | null {
  if (!isJsonObject(stored)) return null;
  const { startedAt, found, unknown, missing } = stored;
  if (typeof startedAt !== "string" || Number.isNaN(Date.parse(startedAt))) return null;
  if (!isIdList(found) || !isTextList(unknown) || !(missing === null || isIdList(missing))) return null;
  return { startedAt, found, unknown, missing };
}

export function setFound({ check, id, isFound }: { check: LotCheck; id: number; isFound: boolean }): LotCheck {
  const others = check.found.filter((found) => found !== id);
  return { ...check, found: isFound ? [...others, id] : others };
}

/** Ticks the vehicle if it is inside, otherwise notes it as unknown. */
export function addVehicle({
  check,
  inside,
  vehicle,
}: {
  check: LotCheck;
  inside: readonly InsideEntry[];
  vehicle: string;
}): LotCheck {
  const entry = inside.find((known) => known.vehicle === vehicle);
  if (entry) return setFound({ check, id: entry.id, isFound: true });
  return { ...check, unknown: [...check.unknown.filter((known) => known !== vehicle), vehicle] };
}

export function removeUnknown({ check, vehicle }: { check: LotCheck; vehicle: string }): LotCheck {
  return { ...check, unknown: check.unknown.filter((known) => known !== vehicle) };
}

/** A vehicle that came in after the start of the walk may stand where staff have been already. */
function wasInsideAtStart({ check, entry }: { check: LotCheck; entry: InsideEntry }): boolean {
  return entry.inTime === null || Date.parse(entry.inTime) <= Date.parse(check.startedAt);
}

/** Ends the walk: what was inside at its start and was not found is missing. */
export function finishLotCheck({ check, inside }: { check: LotCheck; inside: readonly InsideEntry[] }): LotCheck {
  const missing = inside.filter((entry) => !check.found.includes(entry.id) && wasInsideAtStart({ check, entry }));
  return { ...check, missing: missing.map(({ id }) => id) };
}

export interface LotCheckSummary {
  found: number;
  /** Of all missing vehicles, those that are still inside according to their entries. */
  missing: number;
  open: readonly number[];
  /** Of all unknown vehicles, those that are still not checked in. */
  unknown: number;
  outside: readonly string[];
}

/** The result of a finished walk, and what is still to be done about it. */
export function summarizeLotCheck({
  check,
  inside,
}: {
  check: LotCheck;
  inside: readonly InsideEntry[];
}): LotCheckSummary {
  const ids = new Set(inside.map(({ id }) => id));
  const vehicles = new Set(inside.map(({ vehicle }) => vehicle));
  const missing = check.missing ?? [];
  return {
    found: check.found.length,
    missing: missing.length,
    open: missing.filter((id) => ids.has(id)),
    unknown: check.unknown.length,
    outside: check.unknown.filter((vehicle) => !vehicles.has(vehicle)),
  };
}
