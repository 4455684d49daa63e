// A parking branch in a few lines, written from docs/rules and not from the code: what the real one is compared with.
// Times are minutes, money is rupees.

export interface Site {
  slots: number | null;
  isPrepay: boolean;
  isAsking: boolean;
  /** Rupees for 30 minutes begun, and at the least. */
  rate: number;
  minimum: number;
}
export interface Visit {
  key: string;
  vehicle: string;
  main: string;
  status: 1 | 2 | 3 | 4;
  invite: { start: number; end: number } | null;
  /** With a pass: what is before this costs nothing. */
  freeUntil: number | null;
  isPrepay: boolean;
  inAt: number | null;
  outAt: number | null;
  isPaid: boolean;
  paid: number;
  slot: number;
}
/** A standing record; `pass` is its window where it is one. */
export interface Main {
  vehicle: string;
  status: 1 | 2 | 3 | 4;
  isWaiting: boolean;
  isInvited: boolean;
  pass: { start: number; end: number } | null;
}
export interface State {
  visits: { [key: string]: Visit };
  mains: { [key: string]: Main };
}
export type Operation =
  | { kind: "check-in"; key: string; vehicle: string }
  | { kind: "pass"; key: string; vehicle: string; hours: number }
  | { kind: "renew"; main: string; hours: number }
  | { kind: "invite"; key: string; vehicle: string; start: number; end: number }
  | { kind: "cancel" | "arrive" | "approve" | "reject" | "out"; visit: string }
  | { kind: "cash"; visit: string; isExtra: boolean; isLast: boolean };

/** "ok", "ok A3" with the slot that was given, or the code of the refusal. */
export type Outcome = string;

export const emptyState = (): State => ({ visits: {}, mains: {} });

export class DayModel {
  readonly site: Site;
  constructor(site: Site) {
    this.site = site;
  }

  /** Changes the state and answers the outcome; a refusal changes nothing. */
  apply({ state, operation, now }: { state: State; operation: Operation; now: number }): Outcome {
    switch (operation.kind) {
      case "check-in":
        return this.#checkIn({ state, now, ...operation });
      case "pass":
        return this.#pass({ state, now, ...operation });
      case "renew":
        return this.#renew({ state, now, ...operation });
      case "invite": {
        const { key, vehicle, start, end } = operation;
        state.mains[key] = { vehicle, status: 3, isWaiting: this.site.isAsking, isInvited: true, pass: null };
        state.visits[key] = this.#visit({ key, vehicle, main: key, freeUntil: null, invite: { start, end } });
        return "ok";
      }
      default:
        return this.#change({ state, now, operation });
    }
  }

  /** What a stay costs up to `now`, in rupees. */
  charge({ visit, now }: { visit: Visit; now: number }): number {
    const until = visit.outAt ?? now;
    if (visit.freeUntil !== null && until <= visit.freeUntil) return 0;
    const { rate, minimum } = this.site;
    const from = visit.inAt === null ? null : Math.max(visit.inAt, visit.freeUntil ?? 0);
    const units = from === null ? 1 : Math.ceil((until - from) / 30);
    return Math.max(minimum, units * rate);
  }

  #isSettled({ visit, now }: { visit: Visit; now: number }): boolean {
    const total = this.charge({ visit, now });
    return total <= 0 || (visit.isPaid && visit.paid >= total);
  }

  #visit(given: Pick<Visit, "key" | "vehicle" | "main" | "freeUntil" | "invite">): Visit {
    const { isPrepay } = this.site;
    return { ...given, status: 3, isPrepay, inAt: null, outAt: null, isPaid: false, paid: 0, slot: 0 };
  }

  #freeSlot(state: State): number | "SLOT_FULL" {
    if (this.site.slots === null) return 0;
    const taken = new Set(
      Object.values(state.visits)
        .filter(({ status }) => status === 1 || status === 3)
        .map(({ slot }) => slot),
    );
    for (let slot = 1; slot <= this.site.slots; slot += 1) if (!taken.has(slot)) return slot;
    return "SLOT_FULL";
  }

  #isOpen({ state, vehicle }: { state: State; vehicle: string }): boolean {
    return Object.values(state.visits).some(
      (visit) => visit.vehicle === vehicle && (visit.status === 1 || (visit.status === 3 && !visit.invite)),
    );
  }

  #passes({
    state,
    vehicle,
  }: {
    state: State;
    vehicle: string;
  }): [string, Main & { pass: { start: number; end: number } }][] {
    return Object.entries(state.mains).filter(
      ([, main]) => main.vehicle === vehicle && main.pass && main.status !== 4,
    ) as [string, Main & { pass: { start: number; end: number } }][];
  }

  #checkIn({ state, now, key, vehicle }: { state: State; now: number; key: string; vehicle: string }): Outcome {
    if (this.#isOpen({ state, vehicle })) return "VEHICLE_IN_PROGRESS";
    const valid = this.#passes({ state, vehicle }).find(([, { pass }]) => pass.start <= now && now < pass.end);
    const invited = valid ? undefined : this.#invitedNow({ state, now, vehicle });
    if (invited) return this.#arrive({ state, now, visit: invited, main: state.mains[invited.main]! });
    const main = valid?.[0] ?? key;
    const isWaiting = valid ? valid[1].isWaiting : this.site.isAsking;
    const visit = this.#visit({ key, vehicle, main, freeUntil: valid ? valid[1].pass.end : null, invite: null });
    const owesFirst = visit.isPrepay && this.charge({ visit, now }) > 0;
    if (!isWaiting && !owesFirst) Object.assign(visit, { status: 1, inAt: now });
    if (!isWaiting) {
      const slot = this.#freeSlot(state);
      if (slot === "SLOT_FULL") return slot;
      visit.slot = slot;
    }
    state.visits[key] = visit;
    state.mains[main] = valid
      ? { ...valid[1], status: visit.status }
      : { vehicle, status: visit.status, isWaiting, isInvited: false, pass: null };
    return ok(visit);
  }

  /** The invite of the vehicle that holds now, of several the one that ends first: who is typed in comes with it. */
  #invitedNow({ state, now, vehicle }: { state: State; now: number; vehicle: string }): Visit | undefined {
    return Object.values(state.visits)
      .filter(({ vehicle: theirs, status }) => theirs === vehicle && status === 3)
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
    state: State;
    now: number;
    key: string;
    vehicle: string;
    hours: number;
  }): Outcome {
    const pass = { start: now, end: now + hours * 60 };
    if (this.#isOpen({ state, vehicle })) return "VEHICLE_IN_PROGRESS";
    if (this.#passes({ state, vehicle }).some(([, other]) => overlap(other.pass, pass))) return "VEHICLE_PASS_EXIST";
    state.mains[key] = { vehicle, status: 3, isWaiting: this.site.isAsking, isInvited: false, pass };
    return "ok";
  }

  #renew({ state, now, main: key, hours }: { state: State; now: number; main: string; hours: number }): Outcome {
    const main = state.mains[key]!;
    if (main.status === 4) return "INVITE_NOT_VALID_NOW";
    const { start, end } = main.pass!;
    const pass = { start: end <= now ? now : start, end: Math.max(end, now) + hours * 60 };
    const others = this.#passes({ state, vehicle: main.vehicle }).filter(([other]) => other !== key);
    if (others.some(([, other]) => overlap(other.pass, pass))) return "VEHICLE_PASS_EXIST";
    main.pass = pass;
    const isOver = end <= now;
    for (const visit of Object.values(state.visits))
      if (visit.main === key && !isOver && visit.freeUntil !== null && (visit.status === 1 || visit.status === 3))
        visit.freeUntil = pass.end;
    return "ok";
  }

  #change({
    state,
    now,
    operation,
  }: {
    state: State;
    now: number;
    operation: Extract<Operation, { visit: string }>;
  }): Outcome {
    const visit = state.visits[operation.visit]!;
    const main = state.mains[visit.main]!;
    switch (operation.kind) {
      case "approve":
      case "reject":
        if (visit.status !== 3 || !main.isWaiting) return "STATUS_ALREADY_UPDATED";
        if (operation.kind === "reject") this.#moveTo({ visit, main, status: 4 });
        main.isWaiting = false;
        return "ok";
      case "cancel":
        if (visit.status === 4) return "STATUS_ALREADY_UPDATED";
        if (visit.status !== 3) return "NO_NEXT_STATUS";
        this.#moveTo({ visit, main, status: 4 });
        return "ok";
      case "arrive":
        return this.#arrive({ state, now, visit, main });
      case "out":
        return refusedOut(visit) ?? this.#out({ now, visit, main });
      case "cash":
        return this.#cash({ ...operation, state, now, visit, main });
    }
  }

  #arrive({ state, now, visit, main }: { state: State; now: number; visit: Visit; main: Main }): Outcome {
    if (visit.status === 1) return "STATUS_ALREADY_UPDATED";
    if (visit.status !== 3) return "NO_NEXT_STATUS";
    if (main.isWaiting) return "APPROVAL_PENDING";
    if (visit.invite && (now < visit.invite.start || now >= visit.invite.end)) return "INVITE_NOT_VALID_NOW";
    if (visit.isPrepay && !this.#isSettled({ visit, now })) return "NOT_SETTLED";
    return this.#comesIn({ state, now, visit, main });
  }

  #comesIn({ state, now, visit, main }: { state: State; now: number; visit: Visit; main: Main }): Outcome {
    const slot = visit.slot > 0 ? visit.slot : this.#freeSlot(state);
    if (slot === "SLOT_FULL") return slot;
    const isInside = Object.values(state.visits).some(
      ({ vehicle, status }) => vehicle === visit.vehicle && status === 1,
    );
    if (isInside) return "VEHICLE_IN_PROGRESS";
    Object.assign(visit, { slot, inAt: now });
    this.#moveTo({ visit, main, status: 1 });
    return ok(visit);
  }

  #out({ now, visit, main }: { now: number; visit: Visit; main: Main }): Outcome {
    if (!this.#isSettled({ visit, now })) return "NOT_SETTLED";
    visit.outAt = now;
    this.#moveTo({ visit, main, status: 2 });
    return "ok";
  }

  #cash({
    state,
    now,
    visit,
    main,
    isExtra,
    isLast,
  }: {
    state: State;
    now: number;
    visit: Visit;
    main: Main;
    isExtra: boolean;
    isLast: boolean;
  }): Outcome {
    const tooEarly = isLast ? refusedOut(visit) : undefined;
    if (tooEarly) return tooEarly;
    if (visit.status === 4) return "NO_NEXT_STATUS";
    const total = this.charge({ visit, now });
    if (visit.isPaid && !(isExtra && total > visit.paid)) return "ALREADY_PAID";
    const isDue = visit.status === 3 && visit.isPrepay && visit.freeUntil === null && !visit.invite && !main.isWaiting;
    const paid = { isPaid: true, paid: Math.max(total, visit.paid) };
    if (isDue) {
      const entered = this.#comesIn({ state, now, visit, main });
      if (entered.startsWith("ok")) Object.assign(visit, paid);
      return entered;
    }
    Object.assign(visit, paid);
    return isLast ? this.#out({ now, visit, main }) : ok(visit);
  }

  #moveTo({ visit, main, status }: { visit: Visit; main: Main; status: 1 | 2 | 4 }): void {
    visit.status = status;
    main.status = status;
    main.isWaiting = false;
  }

  /** Invites that are over; the clock's work after every round. */
  expire({ state, now }: { state: State; now: number }): void {
    for (const visit of Object.values(state.visits))
      if (visit.status === 3 && visit.invite && visit.invite.end <= now)
        this.#moveTo({ visit, main: state.mains[visit.main]!, status: 4 });
  }
}

function refusedOut({ status }: Visit): Outcome | undefined {
  if (status === 2) return "STATUS_ALREADY_UPDATED";
  return status === 1 ? undefined : "NO_NEXT_STATUS";
}

/** The slot is told of while the vehicle has it. */
const ok = ({ slot, status }: Visit): Outcome => (slot > 0 && status !== 2 ? `ok A${slot}` : "ok");
const overlap = (one: { start: number; end: number }, other: { start: number; end: number }): boolean =>
  one.start < other.end && other.start < one.end;
