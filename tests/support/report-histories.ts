// Random histories of the rows that figures of reports are made of, written as SQL, as any server or tool may write them.
import { pickOne } from "#tests/support/seeded-random.ts";

const zones = ["Asia/Kolkata", "Asia/Kathmandu", "Europe/London", "America/St_Johns", "Pacific/Auckland", "UTC"];
const channels = ["cash", "upi", "card_terminal", "on_account", "online"];
/** Ids of a history, from its first on. */
export const idsPerHistory = 100;
/** Autumn, so that clocks are changed within the period. */
const firstMs = Date.UTC(2026, 9, 24);

interface Site {
  company: number;
  vehicleTypes: readonly number[];
  people: readonly string[];
  offers: readonly number[];
}

export interface History {
  branch: number;
  /** Creates the branch. */
  start: string;
  /** The next few changes, each a transaction of one or several statements. */
  change: () => readonly string[];
}

export function createHistory({
  index,
  random,
  site,
}: {
  index: number;
  random: (below: number) => number;
  site: Site;
}): History {
  const first = 1_000_000 + index * idsPerHistory;
  const branch = first;
  let last = first;
  const nextId = (): number => (last += 1);
  const ids = { entries: [] as number[], tickets: [] as number[], payments: [] as number[], refunds: [] as number[] };
  const records: number[] = [];
  /** Entries and tickets that payments or attempts refer to, which are never deleted. */
  const paid = new Set<number>();
  const versions = [nextId(), nextId()];
  /** Quarters of an hour around midnight of some zone, and the seconds beside them. */
  const time = (): string => {
    const quarter = random(4 * 24 * 5) * 900_000;
    return `'${new Date(firstMs + quarter + (random(3) - 1) * 1_000).toISOString()}'`;
  };
  const visitTime = (): string => (random(4) === 0 ? "null" : time());
  /** Prefix and number; a slot is of one open entry at a time. */
  const slot = (id: number): string => pickOne(random, ["null, null", "'A', 0", `'A', ${id}`, `'B', ${id}`]);
  const amount = (): string => ((1 + random(20_000)) / 100).toFixed(2);
  const person = (): string => pickOne(random, ["null", ...site.people.map((id) => `'${id}'`)]);
  const vehicleType = (): string => pickOne(random, ["null", ...site.vehicleTypes.map(String)]);
  const offers = (): string =>
    pickOne(random, [
      "null",
      `'[{"offer": ${site.offers[0]}, "title": "A", "amount": 500}]'`,
      `'[{"offer": ${site.offers[1]}, "title": "B", "amount": 200}, {"offer": ${site.offers[0]}, "title": "A", "amount": 99}]'`,
    ]);
  const table = (kind: "entries" | "tickets"): string =>
    kind === "entries" ? '"Parking_Information"' : '"Valet_and_Parking_Information"';
  const any = (): { kind: "entries" | "tickets"; id: number; column: string } | undefined => {
    const kind = random(3) === 0 ? "tickets" : "entries";
    if (ids[kind].length === 0) return undefined;
    const column = kind === "entries" ? "parking_information" : "valet_and_parking_information";
    return { kind, id: pickOne(random, ids[kind]), column };
  };
  const insertPayment = (values: { [column: string]: string | number }): string => {
    const id = nextId();
    ids.payments.push(id);
    const all: { [column: string]: string | number } = {
      id,
      branch,
      company: site.company,
      received_at: time(),
      collected_by: person(),
      ...values,
    };
    return `insert into payments (${Object.keys(all).join(", ")}) values (${Object.values(all).join(", ")})`;
  };
  const paidBy = (): { mode: string; channel: string } => {
    const channel = pickOne(random, channels);
    return {
      mode: channel === "cash" ? "'cash'" : "'online'",
      channel: channel === "cash" && random(4) === 0 ? "null" : `'${channel}'`,
    };
  };
  const setClosed = (kind: "entries" | "tickets"): string =>
    kind === "tickets"
      ? pickOne(random, [`out_time = ${time()}`, `voided_at = ${time()}`, "out_time = null, voided_at = null"])
      : pickOne(random, [
          `parking_status_id = 2, out_time = ${time()}`,
          `parking_status_id = 2, out_time = ${time()}, exit_recorded_at = ${time()}`,
          `parking_status_id = 4, voided_at = ${time()}`,
          `parking_status_id = 4, voided_at = null, date_updated = ${time()}`,
          "parking_status_id = 1",
        ]);

  const operations: readonly (() => string | undefined)[] = [
    () => {
      const [record, entry] = [nextId(), nextId()];
      records.push(record);
      ids.entries.push(entry);
      return `insert into "Parking_Main_Information" (id, branch, company, vehicle_type) values (${record}, ${branch}, ${site.company}, ${vehicleType()});
        insert into "Parking_Information" (id, branch, company, parking_main_info, parking_status_id, is_test, tariff_version, in_time, is_person, user_created, slot_prefix, slot_no)
          values (${entry}, ${branch}, ${site.company}, ${record}, ${pickOne(random, [1, 1, 1, 3])}, ${random(8) === 0}, ${pickOne(random, versions)}, ${visitTime()}, ${random(8) === 0}, ${person()}, ${slot(entry)})`;
    },
    () => {
      const ticket = nextId();
      ids.tickets.push(ticket);
      return `insert into "Valet_and_Parking_Information" (id, branch, company, "Vehicle_Number", "Customer_Phone_Number", vehicle_type, tariff_version, in_time, is_test, user_created, slot_prefix, slot_no)
        values (${ticket}, ${branch}, ${site.company}, 'KA01AB${ticket}', '9840012345', ${vehicleType()}, ${pickOne(random, versions)}, ${visitTime()}, ${random(8) === 0}, ${person()}, ${slot(ticket)})`;
    },
    () => {
      const stay = any();
      if (!stay) return undefined;
      paid.add(stay.id);
      const value = amount();
      return `update ${table(stay.kind)} set paid_amount = coalesce(paid_amount, 0) + ${value} where id = ${stay.id};
        ${insertPayment({ ...paidBy(), kind: "'payment'", amount: value, [stay.column]: stay.id })}`;
    },
    () => {
      const stay = any();
      const kind = pickOne(random, ["'refund'", "'reversal'"]);
      if (stay) paid.add(stay.id);
      return stay && insertPayment({ ...paidBy(), kind, amount: `-${amount()}`, [stay.column]: stay.id });
    },
    () => insertPayment({ ...paidBy(), kind: "'settlement'", amount: amount(), account: "'Acme'" }),
    () => insertPayment({ ...paidBy(), kind: "'reversal'", amount: `-${amount()}`, account: "'Acme'" }),
    () =>
      records.length === 0
        ? undefined
        : insertPayment({ ...paidBy(), kind: "'payment'", amount: amount(), pass: pickOne(random, records) }),
    () => {
      const stay = any();
      if (!stay) return undefined;
      paid.add(stay.id);
      const [attempt, refund] = [nextId(), nextId()];
      ids.refunds.push(refund);
      return `insert into payment_attempts (id, branch, company, amount, is_tip, is_trial, ${stay.column}) values (${attempt}, ${branch}, ${site.company}, ${amount()}, ${random(5) === 0}, ${random(5) === 0}, ${stay.id});
        insert into payment_refunds (id, branch, company, attempt, amount, kind, state) values (${refund}, ${branch}, ${site.company}, ${attempt}, ${amount()}, '${pickOne(random, ["manager", "manager", "late"])}', 'queued')`;
    },
    () =>
      ids.refunds.length === 0
        ? undefined
        : `update payment_refunds set state = '${pickOne(random, ["done", "done", "failed"])}', decided_at = ${time()} where id = ${pickOne(random, ids.refunds)}`,
    () => {
      const closed = any();
      return (
        closed &&
        `update ${table(closed.kind)} set total_amount = ${amount()}, ${setClosed(closed.kind)} where id = ${closed.id}`
      );
    },
    () => {
      const closed = any();
      return closed && `update ${table(closed.kind)} set ${setClosed(closed.kind)} where id = ${closed.id}`;
    },
    () => {
      const moved = any();
      if (!moved) return undefined;
      const [prefix, no] = slot(moved.id).split(", ");
      const person = moved.kind === "entries" ? [`is_person = ${random(2) === 0}`, "parking_status_id = 3"] : [];
      const change = pickOne(random, [
        `in_time = ${visitTime()}`,
        `out_time = ${visitTime()}`,
        `slot_prefix = ${prefix}, slot_no = ${no}`,
        `is_test = ${random(2) === 0}`,
        `refunded_amount = ${amount()}`,
        ...person,
      ]);
      return `update ${table(moved.kind)} set ${change} where id = ${moved.id}`;
    },
    () => {
      const written = any();
      return (
        written &&
        `update ${table(written.kind)} set written_off_amount = ${amount()}, written_off_at = ${time()} where id = ${written.id}`
      );
    },
    () => {
      const changed = any();
      return (
        changed &&
        `update ${table(changed.kind)} set total_amount = ${amount()}, date_updated = ${time()} where id = ${changed.id}`
      );
    },
    () => {
      const changed = any();
      return (
        changed &&
        `update ${table(changed.kind)} set ${pickOne(random, [`offer_discounts = ${offers()}`, `tariff_version = ${pickOne(random, versions)}`, "tariff_version = null"])} where id = ${changed.id}`
      );
    },
    () =>
      records.length === 0
        ? undefined
        : `update "Parking_Main_Information" set vehicle_type = ${vehicleType()} where id = ${pickOne(random, records)}`,
    () =>
      ids.tickets.length === 0
        ? undefined
        : `update "Valet_and_Parking_Information" set vehicle_type = ${vehicleType()} where id = ${pickOne(random, ids.tickets)}`,
    () =>
      ids.payments.length === 0
        ? undefined
        : `update payments set ${pickOne(random, ["collected_by = null", `received_at = ${time()}`, "receipt_prints = receipt_prints + 1"])} where id = ${pickOne(random, ids.payments)}`,
    () =>
      random(3) === 0 ? `update "Branch" set time_zone = '${pickOne(random, zones)}' where id = ${branch}` : undefined,
    () => {
      const deleted = any();
      if (!deleted || paid.has(deleted.id)) return undefined;
      ids[deleted.kind] = ids[deleted.kind].filter((id) => id !== deleted.id);
      return `delete from ${table(deleted.kind)} where id = ${deleted.id}`;
    },
  ];
  const draw = (): string[] => {
    const statement = pickOne(random, operations)();
    return statement === undefined ? [] : [statement];
  };
  return {
    branch,
    start: `insert into "Branch" (id, company, name, slug, status, time_zone) values (${branch}, ${site.company}, 'History ${index}', 'history-${index}', 'draft', '${pickOne(random, zones)}');
      insert into "Tariff_Versions" (id, branch, service, number, starts_at, tariff) values (${versions[0]}, ${branch}, 'is_parking', 1, '2000-01-01', '{}'), (${versions[1]}, ${branch}, 'is_parking', 2, '2026-10-25', '{}');
      ${operations[0]!()}`,
    change: () => {
      const statements = Array.from({ length: 1 + random(6) }, draw).flat();
      return random(2) === 0 ? [statements.join(";")] : statements;
    },
  };
}
