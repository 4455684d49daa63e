// A minimal model of a parking branch, written from docs/rules and independently of the code, with which the server is
// compared. Times are minutes, amounts are rupees.

export interface ModelSite {
  slots: number | null;
  isPrepay: boolean;
  requiresApproval: boolean;
  /** Rupees per 30 minutes started, and the minimum. */
  rate: number;
  minimum: number;
}
export interface ModelEntry {
  key: string;
  vehicle: string;
  visitorRecord: string;
  status: 1 | 2 | 3 | 4;
  invite: { start: number; end: number } | null;
  /** With a pass: time before this is free. */
  freeUntil: number | null;
  isPrepay: boolean;
  inAt: number | null;
  outAt: number | null;
  isPaid: boolean;
  paid: number;
  paidAt: number | null;
  slot: number;
}
/** A visitor record; `pass` is its validity period if it has one. */
export interface ModelVisitorRecord {
  vehicle: string;
  status: 1 | 2 | 3 | 4;
  isAwaitingApproval: boolean;
  isInvited: boolean;
  pass: { start: number; end: number } | null;
  /** The slot that is kept for the holder of the pass. */
  keptSlot: number | null;
}
export interface ModelState {
  entries: { [key: string]: ModelEntry };
  visitorRecords: { [key: string]: ModelVisitorRecord };
}
export type ModelOperation =
  | { kind: "check-in"; key: string; vehicle: string }
  | { kind: "pass"; key: string; vehicle: string; hours: number }
  | { kind: "renew"; visitorRecord: string; hours: number }
  | { kind: "keep"; visitorRecord: string; slot: number | null }
  | { kind: "invite"; key: string; vehicle: string; start: number; end: number }
  | { kind: "cancel" | "arrive" | "approve" | "reject" | "out"; entry: string }
  | { kind: "cash"; entry: string; isExtra: boolean; isLast: boolean };

/** "ok", "ok A3" with the allocated slot, or the error code. */
export type ModelOutcome = string;

export const createEmptyState = (): ModelState => ({ entries: {}, visitorRecords: {} });

export class ParkingModel {
  readonly site: ModelSite;
  constructor(site: ModelSite) {
    this.site = site;
  }

  /** Changes the state and returns the outcome; a rejected operation changes nothing. */
  apply({ state, operation, now }: { state: ModelState; operation: ModelOperation; now: number }): ModelOutcome {
    switch (operation.kind) {
      case "check-in":
        return this.#checkIn({ state, now, ...operation });
      case "pass":
        return this.#pass({ state, now, ...operation });
      case "renew":
        return this.#renew({ state, now, ...operation });
      case "keep":
        return this.#keepSlot({ state, now, ...operation });
      case "invite": {
        const { key, vehicle, start, end } = operation;
        state.visitorRecords[key] = {
          vehicle,
          status: 3,
          isAwaitingApproval: this.site.requiresApproval,
          isInvited: true,
          pass: null,
          keptSlot: null,
        };
        state.entries[key] = this.#visit({ key, vehicle, visitorRecord: key, freeUntil: null, invite: { start, end } });
        return "ok";
      }
      default:
        return this.#change({ state, now, operation });
    }
  }

  /** The charge of a stay up to `now`, in rupees. */
  charge({ entry, now }: { entry: ModelEntry; now: number }): number {
    const end = entry.outAt ?? now;
    // In the grace period nothing more is owed than at the payment.
    const paidAt = entry.isPaid && entry.paid > 0 ? entry.paidAt : null;
    const isInGrace = paidAt !== null && end > paidAt && end <= paidAt + 15;
    const until = isInGrace ? paidAt : end;
    if (entry.freeUntil !== null && until <= entry.freeUntil) return 0;
    const { rate, minimum } = this.site;
    const isPaidInAdvance = isInGrace && entry.inAt !== null && paidAt <= entry.inAt;
    const from = entry.inAt === null || isPaidInAdvance ? null : Math.max(entry.inAt, entry.freeUntil ?? 0);
    const units = from === null ? 1 : Math.ceil((until - from) / 30);
    return Math.max(minimum, units * rate);
  }

  #isSettled({ entry, now }: { entry: ModelEntry; now: number }): boolean {
    const total = this.charge({ entry, now });
    return total <= 0 || (entry.isPaid && entry.paid >= total);
  }

  #visit(provided: Pick<ModelEntry, "key" | "vehicle" | "visitorRecord" | "freeUntil" | "invite">): ModelEntry {
    const { isPrepay } = this.site;
    return { ...provided, status: 3, isPrepay, inAt: null, outAt: null, isPaid: false, paid: 0, paidAt: null, slot: 0 };
  }

  /** The slot that is kept for the visitor, or the lowest that neither has a vehicle nor is kept for another one. */
  #freeSlot({
    state,
    now,
    visitorRecord: own,
  }: {
    state: ModelState;
    now: number;
    visitorRecord: string;
  }): number | "SLOT_FULL" {
    if (this.site.slots === null) return 0;
    const occupied = new Set(
      Object.values(state.entries)
        .filter(({ status }) => status === 1 || status === 3)
        .map(({ slot }) => slot),
    );
    for (const [key, { pass, status, isAwaitingApproval, keptSlot }] of Object.entries(state.visitorRecords)) {
      const isValid = pass && pass.start <= now && now < pass.end && status !== 4 && !isAwaitingApproval;
      if (!isValid || keptSlot === null) continue;
      if (key !== own) occupied.add(keptSlot);
    }
    const record = state.visitorRecords[own];
    const isOwnValid =
      record?.pass &&
      record.pass.start <= now &&
      now < record.pass.end &&
      record.status !== 4 &&
      !record.isAwaitingApproval;
    if (isOwnValid && record.keptSlot !== null && !occupied.has(record.keptSlot)) return record.keptSlot;
    for (let slot = 1; slot <= this.site.slots; slot += 1) if (!occupied.has(slot)) return slot;
    return "SLOT_FULL";
  }

  #isOpen({ state, vehicle }: { state: ModelState; vehicle: string }): boolean {
    return Object.values(state.entries).some(
      (entry) => entry.vehicle === vehicle && (entry.status === 1 || (entry.status === 3 && !entry.invite)),
    );
  }

  #passes({
    state,
    vehicle,
  }: {
    state: ModelState;
    vehicle: string;
  }): [string, ModelVisitorRecord & { pass: { start: number; end: number } }][] {
    return Object.entries(state.visitorRecords).filter(
      ([, visitorRecord]) => visitorRecord.vehicle === vehicle && visitorRecord.pass && visitorRecord.status !== 4,
    ) as [string, ModelVisitorRecord & { pass: { start: number; end: number } }][];
  }

  #checkIn({
    state,
    now,
    key,
    vehicle,
  }: {
    state: ModelState;
    now: number;
    key: string;
    vehicle: string;
  }): ModelOutcome {
    if (this.#isOpen({ state, vehicle })) return "VEHICLE_IN_PROGRESS";
    const valid = this.#passes({ state, vehicle }).find(([, { pass }]) => pass.start <= now && now < pass.end);
    const invited = valid ? undefined : this.#invitedNow({ state, now, vehicle });
    if (invited)
      return this.#checkInPending({
        state,
        now,
        entry: invited,
        visitorRecord: state.visitorRecords[invited.visitorRecord]!,
      });
    const visitorRecord = valid?.[0] ?? key;
    const isAwaitingApproval = valid ? valid[1].isAwaitingApproval : this.site.requiresApproval;
    const entry = this.#visit({
      key,
      vehicle,
      visitorRecord,
      freeUntil: valid ? valid[1].pass.end : null,
      invite: null,
    });
    const owesFirst = entry.isPrepay && this.charge({ entry, now }) > 0;
    if (!isAwaitingApproval && !owesFirst) Object.assign(entry, { status: 1, inAt: now });
    if (!isAwaitingApproval) {
      const slot = this.#freeSlot({ state, now, visitorRecord });
      if (slot === "SLOT_FULL") return slot;
      entry.slot = slot;
    }
    state.entries[key] = entry;
    state.visitorRecords[visitorRecord] = valid
      ? { ...valid[1], status: entry.status }
      : { vehicle, status: entry.status, isAwaitingApproval, isInvited: false, pass: null, keptSlot: null };
    return toSuccess(entry);
  }

  /** The vehicle's currently valid invite, and of several the one that ends first: a typed check-in uses it. */
  #invitedNow({ state, now, vehicle }: { state: ModelState; now: number; vehicle: string }): ModelEntry | undefined {
    return Object.values(state.entries)
      .filter(({ vehicle: foreign, status }) => foreign === vehicle && status === 3)
      .filter(({ invite }) => invite && invite.start <= now && now < invite.end)
      .toSorted((one, other) => one.invite!.end - other.invite!.end)[0];
  }

  #pass({
    state,
    now,
    key,
    vehicle,
    hours,
  }: {
    state: ModelState;
    now: number;
    key: string;
    vehicle: string;
    hours: number;
  }): ModelOutcome {
    const pass = { start: now, end: now + hours * 60 };
    if (this.#isOpen({ state, vehicle })) return "VEHICLE_IN_PROGRESS";
    if (this.#passes({ state, vehicle }).some(([, other]) => overlap(other.pass, pass))) return "VEHICLE_PASS_EXIST";
    state.visitorRecords[key] = {
      vehicle,
      status: 3,
      isAwaitingApproval: this.site.requiresApproval,
      isInvited: false,
      pass,
      keptSlot: null,
    };
    return "ok";
  }

  #renew({
    state,
    now,
    visitorRecord: key,
    hours,
  }: {
    state: ModelState;
    now: number;
    visitorRecord: string;
    hours: number;
  }): ModelOutcome {
    const visitorRecord = state.visitorRecords[key]!;
    if (visitorRecord.status === 4) return "INVITE_NOT_VALID_NOW";
    const { start, end } = visitorRecord.pass!;
    const pass = { start: end <= now ? now : start, end: Math.max(end, now) + hours * 60 };
    const others = this.#passes({ state, vehicle: visitorRecord.vehicle }).filter(([other]) => other !== key);
    if (others.some(([, other]) => overlap(other.pass, pass))) return "VEHICLE_PASS_EXIST";
    visitorRecord.pass = pass;
    const isOver = end <= now;
    for (const entry of Object.values(state.entries))
      if (
        entry.visitorRecord === key &&
        !isOver &&
        entry.freeUntil !== null &&
        (entry.status === 1 || entry.status === 3)
      )
        entry.freeUntil = pass.end;
    return "ok";
  }

  #keepSlot({
    state,
    now,
    visitorRecord: key,
    slot,
  }: {
    state: ModelState;
    now: number;
    visitorRecord: string;
    slot: number | null;
  }): ModelOutcome {
    const record = state.visitorRecords[key]!;
    if (record.status === 4 || record.pass!.end <= now) return "INVITE_NOT_VALID_NOW";
    if (slot === null || slot === record.keptSlot) {
      record.keptSlot = slot;
      return "ok";
    }
    if (slot > (this.site.slots ?? 0)) return "SLOT_EXIST";
    const others = Object.entries(state.visitorRecords).filter(
      ([other, { keptSlot }]) => other !== key && keptSlot === slot,
    );
    if (others.some(([, { status, pass }]) => status !== 4 && pass && pass.end > now)) return "SLOT_EXIST";
    const hasVehicle = Object.values(state.entries).some(
      (entry) => entry.slot === slot && (entry.status === 1 || entry.status === 3) && entry.visitorRecord !== key,
    );
    if (hasVehicle && record.pass!.start <= now) return "SLOT_EXIST";
    for (const [, other] of others) other.keptSlot = null;
    record.keptSlot = slot;
    return "ok";
  }

  #change({
    state,
    now,
    operation,
  }: {
    state: ModelState;
    now: number;
    operation: Extract<ModelOperation, { entry: string }>;
  }): ModelOutcome {
    const entry = state.entries[operation.entry]!;
    const visitorRecord = state.visitorRecords[entry.visitorRecord]!;
    switch (operation.kind) {
      case "approve":
      case "reject":
        if (entry.status !== 3 || !visitorRecord.isAwaitingApproval) return "STATUS_ALREADY_UPDATED";
        if (operation.kind === "reject") {
          if (entry.paid > 0) return "VOID_CASH_RECEIVED";
          this.#moveTo({ entry, visitorRecord, status: 4 });
        }
        visitorRecord.isAwaitingApproval = false;
        return "ok";
      case "cancel":
        if (entry.status === 4) return "STATUS_ALREADY_UPDATED";
        if (entry.status !== 3) return "NO_NEXT_STATUS";
        // Of a request that is no invite, it is a rejection.
        if (visitorRecord.isAwaitingApproval && entry.invite === null) return "CHANGE_REASON_REQUIRED";
        if (entry.paid > 0) return "VOID_CASH_RECEIVED";
        this.#moveTo({ entry, visitorRecord, status: 4 });
        return "ok";
      case "arrive":
        return this.#checkInPending({ state, now, entry, visitorRecord });
      case "out":
        return getCheckOutError(entry) ?? this.#out({ now, entry, visitorRecord });
      case "cash":
        return this.#cash({ ...operation, state, now, entry, visitorRecord });
    }
  }

  #checkInPending({
    state,
    now,
    entry,
    visitorRecord,
  }: {
    state: ModelState;
    now: number;
    entry: ModelEntry;
    visitorRecord: ModelVisitorRecord;
  }): ModelOutcome {
    if (entry.status === 1) return "STATUS_ALREADY_UPDATED";
    if (entry.status !== 3) return "NO_NEXT_STATUS";
    if (visitorRecord.isAwaitingApproval) return "APPROVAL_PENDING";
    if (entry.invite && (now < entry.invite.start || now >= entry.invite.end)) return "INVITE_NOT_VALID_NOW";
    if (entry.isPrepay && !this.#isSettled({ entry, now })) return "NOT_SETTLED";
    return this.#comesIn({ state, now, entry, visitorRecord });
  }

  #comesIn({
    state,
    now,
    entry,
    visitorRecord,
  }: {
    state: ModelState;
    now: number;
    entry: ModelEntry;
    visitorRecord: ModelVisitorRecord;
  }): ModelOutcome {
    const slot = entry.slot > 0 ? entry.slot : this.#freeSlot({ state, now, visitorRecord: entry.visitorRecord });
    if (slot === "SLOT_FULL") return slot;
    const isInside = Object.values(state.entries).some(
      ({ vehicle, status }) => vehicle === entry.vehicle && status === 1,
    );
    if (isInside) return "VEHICLE_IN_PROGRESS";
    Object.assign(entry, { slot, inAt: now });
    this.#moveTo({ entry, visitorRecord, status: 1 });
    return toSuccess(entry);
  }

  #out({
    now,
    entry,
    visitorRecord,
  }: {
    now: number;
    entry: ModelEntry;
    visitorRecord: ModelVisitorRecord;
  }): ModelOutcome {
    if (!this.#isSettled({ entry, now })) return "NOT_SETTLED";
    entry.outAt = now;
    this.#moveTo({ entry, visitorRecord, status: 2 });
    return "ok";
  }

  #cash({
    state,
    now,
    entry,
    visitorRecord,
    isExtra,
    isLast,
  }: {
    state: ModelState;
    now: number;
    entry: ModelEntry;
    visitorRecord: ModelVisitorRecord;
    isExtra: boolean;
    isLast: boolean;
  }): ModelOutcome {
    const refusal = isLast ? getCheckOutError(entry) : undefined;
    if (refusal) return refusal === "STATUS_ALREADY_UPDATED" && entry.isPaid ? "ALREADY_PAID" : refusal;
    if (entry.status === 4) return "NO_NEXT_STATUS";
    const total = this.charge({ entry, now });
    if (entry.isPaid && !(isExtra && total > entry.paid)) return "ALREADY_PAID";
    const isDue =
      entry.status === 3 &&
      entry.isPrepay &&
      entry.freeUntil === null &&
      !entry.invite &&
      !visitorRecord.isAwaitingApproval;
    const payment = { isPaid: true, paid: Math.max(total, entry.paid), paidAt: now };
    if (isDue) {
      const checkInResponse = this.#comesIn({ state, now, entry, visitorRecord });
      if (checkInResponse.startsWith("ok")) Object.assign(entry, payment);
      return checkInResponse;
    }
    Object.assign(entry, payment);
    return isLast ? this.#out({ now, entry, visitorRecord }) : toSuccess(entry);
  }

  #moveTo({
    entry,
    visitorRecord,
    status,
  }: {
    entry: ModelEntry;
    visitorRecord: ModelVisitorRecord;
    status: 1 | 2 | 4;
  }): void {
    entry.status = status;
    visitorRecord.status = status;
    visitorRecord.isAwaitingApproval = false;
  }

  /** Expires invites; runs after every round. One with cash on it stays open until the cash is returned. */
  expire({ state, now }: { state: ModelState; now: number }): void {
    for (const entry of Object.values(state.entries))
      if (entry.status === 3 && entry.invite && entry.invite.end <= now && entry.paid === 0)
        this.#moveTo({ entry, visitorRecord: state.visitorRecords[entry.visitorRecord]!, status: 4 });
  }
}

function getCheckOutError({ status }: ModelEntry): ModelOutcome | undefined {
  if (status === 2) return "STATUS_ALREADY_UPDATED";
  return status === 1 ? undefined : "NO_NEXT_STATUS";
}

/** The slot is visible while the vehicle has it. */
const toSuccess = ({ slot, status }: ModelEntry): ModelOutcome => (slot > 0 && status !== 2 ? `ok A${slot}` : "ok");
const overlap = (one: { start: number; end: number }, other: { start: number; end: number }): boolean =>
  one.start < other.end && other.start < one.end;
