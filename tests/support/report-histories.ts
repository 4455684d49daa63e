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

  const numberedStays: { kind: "entries" | "tickets"; id: number }[] = [];
  /** Sets a receipt number that the counter of a day gives out. */
  const receipt = (kind: "entries" | "tickets", id: number): string => {
    const day = pickOne(random, ["2026-10-24", "2026-10-25", "2026-10-26"]);
    return `insert into counters as c (branch, name, day, value) values (${branch}, 'receipt', '${day}', 1) on conflict (branch, name, day) do update set value = c.value + 1;
      update ${table(kind)} set receipt_no = 'KA-${day.replaceAll("-", "")}-' || (select value from counters where branch = ${branch} and name = 'receipt' and day = '${day}'), date_created = '${day}T12:00:00Z' where id = ${id}`;
  };
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
      const numbered = any();
      if (numbered) numberedStays.push(numbered);
      return numbered && receipt(numbered.kind, numbered.id);
    },
    () => {
      if (numberedStays.length === 0) return undefined;
      const { kind, id } = pickOne(random, numberedStays);
      return `update ${table(kind)} set receipt_no = null where id = ${id}`;
    },
    () => {
      const deleted = any();
      if (!deleted || paid.has(deleted.id)) return undefined;
      ids[deleted.kind] = ids[deleted.kind].filter((id) => id !== deleted.id);
      return `delete from ${table(deleted.kind)} where id = ${deleted.id}`;
    },
  ];
  const changeExceptions = createExceptionChanges({ random, time, amount, person, nextId, ids, records });
  const draw = (): string[] => {
    const statement = (random(2) === 0 ? pickOne(random, changeExceptions) : pickOne(random, operations))();
    return statement === undefined ? [] : [statement];
  };
  return {
    branch,
    start: `insert into "Branch" (id, company, name, slug, status, time_zone) values (${branch}, ${site.company}, 'History ${index}', 'history-${index}', 'draft', '${pickOne(random, zones)}');
      insert into "Tariff_Versions" (id, branch, service, number, starts_at, tariff) values (${versions[0]}, ${branch}, 'is_parking', 1, '2000-01-01', '{}'), (${versions[1]}, ${branch}, 'is_parking', 2, '2026-10-25', '{}');
      ${[0, 0, 1, 1].map((create) => operations[create]!()).join(";")}`,
    change: () => {
      const statements = Array.from({ length: 1 + random(6) }, draw).flat();
      return random(2) === 0 ? [statements.join(";")] : statements;
    },
  };
}

interface ExceptionSite {
  random: (below: number) => number;
  time: () => string;
  amount: () => string;
  person: () => string;
  nextId: () => number;
  ids: { readonly entries: readonly number[]; readonly tickets: readonly number[] };
  records: readonly number[];
}

/** Changes of what exceptions, requests and the work of drivers are made of, and of who made them. */
function createExceptionChanges({ random, time, amount, person, nextId, ids, records }: ExceptionSite) {
  const update = (table: string, own: readonly number[], values: () => readonly string[]): string | undefined =>
    own.length === 0
      ? undefined
      : `update ${table} set ${pickOne(random, values())} where id = ${pickOne(random, own)}`;
  const maybe = (value: string): string => (random(3) === 0 ? "null" : value);
  const shared = (): string[] => [
    `total_amount = ${pickOne(random, ["0", "null", amount()])}, actual_amount = ${amount()}`,
    `deduction_charge = ${maybe(amount())}, user_updated = ${person()}`,
    `is_slip_lost = ${random(2) === 0}`,
    `slip_prints = ${random(3)}, receipt_prints = ${random(3)}`,
    `voided_by = ${person()}`,
    `additional_charge = ${maybe(amount())}`,
  ];
  const fields = (kind: "entries" | "tickets"): string =>
    pickOne(random, [
      `{"out_time": [null, 1]}`,
      `{"voided_at": [null, 1], "total_amount": [${amount()}, 0]}`,
      `{"deduction_charge": [null, 5], "out_time": [null, 1]}`,
      `{"is_slip_lost": [false, true]}`,
      `{"slip_prints": [1, 2]}`,
      ...(kind === "entries"
        ? [
            `{"correction": [null, {"vehicle_no": "KA01"}], "total_amount": [${amount()}, ${amount()}]}`,
            `{"correction": [null, {"phone_no": "1"}]}`,
          ]
        : [
            `{"Vehicle_Number": ["KA01", "KA02"]}`,
            `{"vehicle_type": [1, 2], "total_amount": [null, ${amount()}]}`,
            `{"status_id": [1, 2]}`,
            `{"status_id": [1, 2]}`,
          ]),
    ]);
  const history = (kind: "entries" | "tickets"): string | undefined => {
    if (ids[kind].length === 0) return undefined;
    const [table, column] =
      kind === "entries"
        ? ['"Parking_History"', "parking_information"]
        : ['"Valet_and_Parking_History"', "valet_and_parking_information"];
    const entry = pickOne(random, ids[kind]);
    if (random(5) === 0)
      return pickOne(random, [
        `update ${table} set user_created = ${person()}, date_created = ${time()} where ${column} = ${entry}`,
        `delete from ${table} where ${column} = ${entry}`,
      ]);
    return `insert into ${table} (id, ${column}, status_id, changes, date_created, user_created) values (${nextId()}, ${entry}, ${pickOne(random, ["1", "2"])}, '${fields(kind)}', ${time()}, ${person()})`;
  };
  const entries = '"Parking_Information"';
  const tickets = '"Valet_and_Parking_Information"';
  return [
    () =>
      update(entries, ids.entries, () => [
        `parking_status_id = 2, out_time = ${time()}, slip_prints = 2, deduction_charge = 5`,
        `parking_status_id = 2, out_time = ${time()}, total_amount = 0, correction = '[]'`,
      ]),
    () => update(entries, ids.entries, () => [...shared(), `correction = ${maybe("'[]'")}`]),
    () =>
      update(entries, ids.entries, () => [
        `approved_at = ${maybe(time())}, approved_by = ${person()}`,
        `decision_reason = ${maybe("'No'")}`,
        `asked_at = ${maybe(time())}`,
        // A receipt number is of the time of its entry.
        `date_created = case when receipt_no is null then ${time()} else date_created end`,
      ]),
    () =>
      update('"Parking_Main_Information"', records, () => [
        `parking_type = '${pickOne(random, ["single_time", "long_time"])}'`,
        `is_waiting_for_approve = ${random(2) === 0}`,
      ]),
    () => update(tickets, ids.tickets, () => [...shared(), `corrected_at = ${maybe(time())}`]),
    () =>
      update(tickets, ids.tickets, () => [
        `"Assigned_Staff" = ${person()}`,
        `pickup_request_assigned = ${person()}`,
        `at_gate_at = ${maybe(time())}`,
        `started_time = ${maybe(time())}, at_gate_at = ${time()}`,
        `pickup_requested_at = ${maybe(time())}, told_wait_minutes = ${maybe("600")}`,
        `pickup_wanted_at = ${maybe(time())}`,
        `valet_tip = ${maybe(amount())}, online_tip = ${maybe(amount())}`,
        `damages = ${maybe("'[{}]'")}`,
      ]),
    () => history("entries"),
    () => history("tickets"),
  ];
}
