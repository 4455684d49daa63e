// §7 GET: fields, filters, sorting, paging, search and counts, as the wire contract has them.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { buildApp } from "#server/app.ts";
import type { Sql } from "#server/db/pool.ts";
import { startApp, testConfig, type Answer, type Caller } from "#tests/support/app.ts";
import { factories, type MadeBranch, type MadeUser } from "#tests/support/make.ts";

const { as, sql, app, clock } = await startApp();
const make = factories(sql);
const list = "/items/Parking_Information";
let branch: MadeBranch;
let admin: Caller;
let staff: Caller;
let platform: Caller;
let nobody: Caller;
let somebody: MadeUser;
/** Ids of five visits in the order in which they came in. */
let ids: number[];

before(async () => {
  branch = await make.branch({ name: "Marina Beach", city: "Chennai", slots: 20, rate: "20.00" });
  somebody = await make.user("staff", { branch });
  staff = await as(somebody);
  admin = await as(await make.user("admin", { branch }));
  platform = await as(await make.user("platform"));
  nobody = await as();
  ids = [];
  for (const [index, name] of ["Asha", "Bala 100%", "Charu_Lata", null, "asha"].entries()) {
    const entered = await staff.post("/actions/parking/check-in", {
      vehicle_no: `TN09XY000${index}`,
      phone_no: `984001234${index}`,
      ...(name ? { name } : {}),
    });
    assert.equal(entered.status, 200, entered.text);
    ids.push(entered.data.id);
  }
  const paid = await staff.post(`/actions/parking/${ids[0]}/take-cash`, { auto_checkout: true });
  assert.equal(paid.status, 200, paid.text);
  const added = await staff.patch(`${list}/${ids[1]}`, { additional_charge: "12.50", addition_note: "Two tickets" });
  assert.equal(added.status, 200, added.text);
});

const asked = (query: object): string =>
  Object.entries(query)
    .map(([key, value]) => `${key}=${encodeURIComponent(typeof value === "string" ? value : JSON.stringify(value))}`)
    .join("&");
const places = (answer: Answer): number[] => {
  assert.equal(answer.status, 200, answer.text);
  return (answer.data as { id: number }[]).map(({ id }) => ids.indexOf(id)).toSorted((one, other) => one - other);
};
const found = async (filter: object, by: Caller = staff): Promise<number[]> =>
  places(await by.get(`${list}?${asked({ fields: "id", filter })}`));
function refusedAs(answer: Answer, code: string): void {
  assert.equal(answer.code, code, answer.text);
  assert.equal(answer.status, code === "FORBIDDEN" ? 403 : 400);
}

test("fields: all, some, nested, wildcards at every level, and the order asked for", async () => {
  const some = await staff.get(`${list}?fields=slot_no,id&limit=1`);
  assert.deepEqual(Object.keys(some.data[0]), ["slot_no", "id"]);
  const [whole] = (await staff.get(`${list}?limit=1`)).data;
  assert.equal(typeof whole.branch, "number");
  assert.deepEqual(whole.entry_images, []);
  assert.equal(whole.history.length, 2);
  assert.equal(typeof whole.history[0], "number");
  const [empty] = (await staff.get(`${list}?fields=&limit=1`)).data;
  assert.deepEqual(Object.keys(empty), Object.keys(whole));
  const [mixed] = (await staff.get(`${list}?fields=*,branch.name&limit=1`)).data;
  assert.deepEqual(mixed.branch, { name: "Marina Beach" });
  assert.equal(mixed.slot_no, 1);
  const [deep] = (
    await staff.get(`${list}?fields=branch.company.name,history.status_id.name,parking_main_info.*&limit=1`)
  ).data;
  assert.match(deep.branch.company.name, /^Company/);
  assert.deepEqual(
    deep.history.map((row: { status_id: { name: string } }) => row.status_id.name),
    ["In", "Out"],
  );
  assert.equal(deep.parking_main_info.vehicle_no, "TN09XY0000");
  const [level] = (await staff.get(`${list}?fields=*.*&limit=1`)).data;
  assert.equal(level.branch.name, "Marina Beach");
  assert.equal(level.approved_by, null);
  assert.equal(level.user_created.first_name, somebody.email.split("@")[0]!.replace("staff", "staff "));
});

test("fields: bracket, JSON and comma form are one", async () => {
  const forms = ["fields=id,slot_no", "fields[]=id&fields[]=slot_no", "fields[0]=id&fields[1]=slot_no"];
  const texts = await Promise.all(
    [...forms, `fields=${encodeURIComponent('["id","slot_no"]')}`].map(
      async (form) => (await staff.get(`${list}?${form}`)).text,
    ),
  );
  assert.equal(new Set(texts).size, 1, texts.join("\n"));
});

test("fields: what there is not, or is no relation, or goes too deep, is refused", async () => {
  const nope = await staff.get(`${list}?fields=nope`);
  refusedAs(nope, "FORBIDDEN");
  assert.equal(
    nope.errors[0]!.message,
    'You don\'t have permission to access field "nope" in collection "Parking_Information" or it does not exist. Queried in root.',
  );
  const deep = await staff.get(`${list}?fields=branch.nope`);
  assert.match(
    deep.errors[0]!.message,
    /field "nope" in collection "Branch" or it does not exist\. Queried in "branch"\.$/,
  );
  for (const name of ["constructor", "__proto__", "toString", "id;drop table users", '"', "id.name.x", "_eq"])
    assert.ok(
      ["FORBIDDEN", "INVALID_QUERY"].includes((await staff.get(`${list}?${asked({ fields: name })}`)).code!),
      name,
    );
  refusedAs(await staff.get(`${list}?fields=slot_no.name`), "INVALID_QUERY");
  refusedAs(await platform.get(`${list}?fields=*.*.*.*.*.*.*.*.*.*`), "INVALID_QUERY");
  refusedAs(await platform.get(`/users?fields=${"role.users.".repeat(6)}id`), "INVALID_QUERY");
});

test("types on the wire: numbers, money as text, UTC times with milliseconds, booleans, nulls", async () => {
  const [row] = (await staff.get(`${list}?filter[id][_eq]=${ids[1]}`)).data;
  assert.equal(typeof row.id, "number");
  assert.equal(row.additional_charge, "12.50");
  assert.equal(row.total_amount, "32.50");
  assert.equal(row.paid_amount, "0.00");
  assert.match(row.in_time, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  assert.equal(new Date(row.in_time).toISOString(), row.in_time);
  assert.equal(row.is_person, false);
  assert.equal(row.out_time, null);
  const [place] = (await nobody.get(`/items/Branch?filter[id][_eq]=${branch.id}&fields=amenities,status`)).data;
  assert.deepEqual(place, { amenities: [], status: "published" });
});

test("filters: comparisons, lists, nulls and ranges", async () => {
  const [first, second, third] = ids;
  const cases: [object, number[]][] = [
    [{ id: { _eq: second } }, [1]],
    [{ id: second }, [1]],
    [{ id: String(second) }, [1]],
    [{ id: { _neq: second } }, [0, 2, 3, 4]],
    [{ id: { _in: [first, third] } }, [0, 2]],
    [{ id: { _in: `${first},${third}` } }, [0, 2]],
    [{ id: { _nin: [first, third] } }, [1, 3, 4]],
    [{ id: { _lt: third } }, [0, 1]],
    [{ id: { _lte: third } }, [0, 1, 2]],
    [{ id: { _gt: second } }, [2, 3, 4]],
    [{ id: { _gte: second, _lte: third } }, [1, 2]],
    [{ id: { _between: [second, third] } }, [1, 2]],
    [{ id: { _nbetween: [second, third] } }, [0, 3, 4]],
    [{ out_time: { _null: true } }, [1, 2, 3, 4]],
    [{ out_time: { _null: false } }, [0]],
    [{ out_time: { _nnull: true } }, [0]],
    [{ out_time: null }, [1, 2, 3, 4]],
    [{ additional_charge: { _gt: "12.49" } }, [1]],
    [{ additional_charge: { _eq: 12.5 } }, [1]],
    [{ additional_charge: { _neq: "12.50" } }, [0, 2, 3, 4]],
    [{ duration: { _neq: 99_999 } }, [0]],
    [{ duration: { _nin: [99_999] } }, [0]],
    [{ is_person: { _eq: "false" } }, [0, 1, 2, 3, 4]],
    [{ payment_status: { _in: ["paid", "partially_paid"] } }, [0]],
    [{ in_time: { _gt: "2020-01-01" } }, [0, 1, 2, 3, 4]],
    [{ in_time: { _lt: "2020-01-01T00:00:00+05:30" } }, []],
    [{ in_time: { _between: ["2020-01-01", "2020-12-31"] } }, []],
    [{ user_created: { _eq: somebody.id } }, [0, 1, 2, 3, 4]],
    [{}, [0, 1, 2, 3, 4]],
  ];
  for (const [filter, expected] of cases) assert.deepEqual(await found(filter), expected, JSON.stringify(filter));
});

test("filters: texts, each operator, % and _ meaning themselves", async () => {
  const name = (test: object): object => ({ parking_main_info: { name: test } });
  const cases: [object, number[]][] = [
    [name({ _contains: "sha" }), [0, 4]],
    [name({ _contains: "Ash" }), [0]],
    [name({ _contains: "%" }), [1]],
    [name({ _contains: "_" }), [2]],
    [name({ _contains: "\\" }), []],
    [name({ _ncontains: "sha" }), [1, 2]],
    [name({ _icontains: "ASH" }), [0, 4]],
    [name({ _starts_with: "A" }), [0]],
    [name({ _nstarts_with: "A" }), [1, 2, 4]],
    [name({ _istarts_with: "A" }), [0, 4]],
    [name({ _nistarts_with: "a" }), [1, 2]],
    [name({ _ends_with: "ata" }), [2]],
    [name({ _nends_with: "ata" }), [0, 1, 4]],
    [name({ _iends_with: "LATA" }), [2]],
    [name({ _niends_with: "LATA" }), [0, 1, 4]],
    [name({ _empty: true }), [3]],
    [name({ _nempty: true }), [0, 1, 2, 4]],
    [name({ _eq: "Asha" }), [0]],
    [name({ _eq: "Asha" + " ".repeat(60) }), []],
    [name({ _in: ["Asha", 'a"{},\\', "asha"] }), [0, 4]],
    [name({ _eq: "'; drop table users; --" }), []],
    [name({ _eq: "$CURRENT_USER" }), []],
  ];
  for (const [filter, expected] of cases) assert.deepEqual(await found(filter), expected, JSON.stringify(filter));
  // An empty or absent value is nobody's name: _neq and its like leave out what is null.
  assert.deepEqual(await found(name({ _neq: "Asha" })), [1, 2, 4]);
});

test("filters: and, or, relations in both directions, some and none", async () => {
  const cases: [object, number[]][] = [
    [{ _and: [{ id: { _gt: ids[0] } }, { id: { _lt: ids[2] } }] }, [1]],
    [{ _or: [{ id: ids[0] }, { _and: [{ id: ids[2] }, { slot_no: 3 }] }] }, [0, 2]],
    [{ slot_no: { _lte: 3 }, id: { _gt: ids[0] } }, [1, 2]],
    [{ branch: { company: { id: { _eq: branch.company } } } }, [0, 1, 2, 3, 4]],
    [{ branch: { _in: [branch.id] } }, [0, 1, 2, 3, 4]],
    [{ branch: { city: { _eq: "Hyderabad" } } }, []],
    [{ history: { status_id: { _eq: 2 } } }, [0]],
    [{ history: { _some: { status_id: 2 } } }, [0]],
    [{ history: { _none: { status_id: 2 } } }, [1, 2, 3, 4]],
    [{ entry_images: { _none: {} } }, [0, 1, 2, 3, 4]],
    [{ entry_images: { _some: {} } }, []],
    [{ history: { status_id: { name: { _eq: "In" } } } }, [0, 1, 2, 3, 4]],
    [{ parking_main_info: { entries: { id: { _eq: ids[3] } } } }, [3]],
  ];
  for (const [filter, expected] of cases) assert.deepEqual(await found(filter), expected, JSON.stringify(filter));
});

test("filters: the bracket form says the same as the JSON form", async () => {
  const pairs: [string, object][] = [
    [`filter[id][_eq]=${ids[1]}`, { id: { _eq: ids[1] } }],
    [`filter[id]=${ids[1]}`, { id: ids[1] }],
    [`filter[id][_in][]=${ids[0]}&filter[id][_in][]=${ids[2]}`, { id: { _in: [ids[0], ids[2]] } }],
    [`filter[id][_in][0]=${ids[0]}&filter[id][_in][1]=${ids[2]}`, { id: { _in: [ids[0], ids[2]] } }],
    [`filter[_or][0][id][_eq]=${ids[0]}&filter[_or][1][slot_no][_eq]=3`, { _or: [{ id: ids[0] }, { slot_no: 3 }] }],
    [`filter[branch][company][id][_eq]=${branch.company}`, { branch: { company: { id: branch.company } } }],
    [`filter[out_time][_null]=true`, { out_time: { _null: true } }],
    [`filter[out_time][_null]=false`, { out_time: { _null: false } }],
  ];
  for (const [text, filter] of pairs)
    assert.deepEqual(places(await staff.get(`${list}?fields=id&${text}`)), await found(filter), text);
});

test("filters: $CURRENT_USER and $NOW", async () => {
  assert.deepEqual(await found({ user_created: { _eq: "$CURRENT_USER" } }), [0, 1, 2, 3, 4]);
  assert.deepEqual(await found({ user_created: { _eq: "$CURRENT_USER" } }, admin), []);
  assert.deepEqual(await found({ in_time: { _gt: "$NOW(-1 day)" } }), [0, 1, 2, 3, 4]);
  assert.deepEqual(await found({ in_time: { _gt: "$NOW(+1 hour)" } }), []);
  clock.now = new Date(Date.now() + 10 * 60_000);
  assert.deepEqual(await found({ in_time: { _lt: "$NOW(-5 minutes)" } }), [0, 1, 2, 3, 4]);
  clock.now = null;
  const own = await platform.get("/users?filter[id][_eq]=$CURRENT_USER&fields=role");
  assert.equal(own.data.length, 1);
});

test("filters: what cannot be meant is INVALID_QUERY and never reaches the database", async () => {
  const wrong: unknown[] = [
    { id: { _regex: "a" } },
    { id: { _contains: "1" } },
    { id: { _eq: "abc" } },
    { id: { _eq: "1 or 1=1" } },
    { id: { _eq: 1.5 } },
    { id: { _eq: 99_999_999_999 } },
    { id: { _eq: {} } },
    { id: { _in: [] } },
    { id: { _in: ["x"] } },
    { id: { _between: [1] } },
    { id: { _eq: "$CURRENT_USER" } },
    { id: { _eq: "$NOW" } },
    { id: { __proto__x: 1 } },
    { id: { _constructor: 1 } },
    { id: { ___proto__: 1 } },
    { is_person: { _lt: true } },
    { is_person: { _eq: "perhaps" } },
    { in_time: { _gt: "yesterday" } },
    { in_time: { _gt: "2026-02-31" } },
    { in_time: { _gt: "0000-01-01" } },
    { in_time: { _gt: "2026-13-01T00:00:00Z" } },
    { in_time: { _gt: "$NOW(-999999 weeks)" } },
    { in_time: { _gt: "$NOW; drop table users" } },
    { total_amount: { _gt: "much" } },
    { user_created: { _eq: "me" } },
    { slot_prefix: { _eq: "a\u0000b" } },
    { slot_prefix: { _contains: "\u0000" } },
    { slot_prefix: { _contains: {} } },
    { slot_no: { name: { _eq: 1 } } },
    { _and: {} },
    { _not: { id: 1 } },
    { branch: { _some: { id: 1 } } },
    { _or: ["id"] },
    [],
    "id = 1",
  ];
  for (const filter of wrong)
    refusedAs(await staff.get(`${list}?${asked({ filter: JSON.stringify(filter) })}`), "INVALID_QUERY");
  refusedAs(await staff.get(`${list}?filter=nonsense`), "INVALID_QUERY");
  for (const name of ["__proto__", "constructor", "__defineGetter__"]) {
    const text = `{"id":{"${name}":1}}`;
    refusedAs(await staff.get(`${list}?filter=${encodeURIComponent(text)}`), "INVALID_QUERY");
    const outer = await staff.get(`${list}?filter=${encodeURIComponent(`{"${name}":{"_eq":1}}`)}`);
    assert.ok(["INVALID_QUERY", "FORBIDDEN"].includes(outer.code!), outer.text);
  }
  let deep: object = { id: 1 };
  for (let level = 0; level < 30; level += 1) deep = { _and: [deep] };
  refusedAs(await staff.search(list, { query: { filter: deep } }), "INVALID_QUERY");
  const wide = { _or: Array.from({ length: 499 }, () => ({ id: { _in: Array.from({ length: 140 }, (_, n) => n) } })) };
  assert.equal((await staff.search(list, { query: { filter: wide, fields: ["id"] } })).status, 200);
  const many = { _and: Array.from({ length: 150 }, () => ({ _or: Array.from({ length: 490 }, () => ({ id: 1 })) })) };
  refusedAs(await staff.search(list, { query: { filter: many } }), "INVALID_QUERY");
});

test("filters on JSON compare the value whole", async () => {
  const shown = await make.branch({ amenities: ["Tea", "Shade"] });
  const by = async (test: object) =>
    (await nobody.search("/items/Branch", { query: { fields: ["id"], filter: { amenities: test } } })).data as unknown;
  assert.deepEqual(await by({ _eq: ["Tea", "Shade"] }), [{ id: shown.id }]);
  assert.deepEqual(await by({ _eq: ["Tea"] }), []);
  const half = await nobody.search("/items/Branch", { query: { filter: { amenities: { _eq: ["\u0000"] } } } });
  refusedAs(half, "INVALID_QUERY");
});

test("sort: down and up, several keys, through a relation, by the key where nothing is said", async () => {
  const order = async (sort: string): Promise<number[]> => {
    const answer = await staff.get(`${list}?fields=id&${asked({ sort })}`);
    assert.equal(answer.status, 200, answer.text);
    return (answer.data as { id: number }[]).map(({ id }) => ids.indexOf(id));
  };
  assert.deepEqual(await order("-id"), [4, 3, 2, 1, 0]);
  assert.deepEqual(await order(""), [0, 1, 2, 3, 4]);
  assert.deepEqual(await order("payment_status,-slot_no"), [4, 3, 2, 1, 0]);
  assert.deepEqual(await order("-parking_main_info.vehicle_no"), [4, 3, 2, 1, 0]);
  assert.deepEqual(await order("branch.company.name,id"), [0, 1, 2, 3, 4]);
  assert.deepEqual(await order("parking_main_info.name"), [0, 1, 2, 4, 3]);
  const bracket = await staff.get(`${list}?fields=id&sort[]=payment_status&sort[]=-id`);
  assert.deepEqual(
    (bracket.data as { id: number }[]).map(({ id }) => ids.indexOf(id)),
    [4, 3, 2, 1, 0],
  );
  for (const sort of ["nope", "-nope", "branch.nope", "constructor", "id desc", "1", '"id"'])
    refusedAs(await staff.get(`${list}?${asked({ sort })}`), "FORBIDDEN");
  for (const sort of ["history.id", "history", "slot_no.x"])
    refusedAs(await staff.get(`${list}?sort=${sort}`), "INVALID_QUERY");
});

test("limit, offset and page", async () => {
  const page = async (query: string): Promise<number[]> => {
    const answer = await staff.get(`${list}?fields=id&${query}`);
    assert.equal(answer.status, 200, answer.text);
    return (answer.data as { id: number }[]).map(({ id }) => ids.indexOf(id));
  };
  assert.deepEqual(await page("limit=2"), [0, 1]);
  assert.deepEqual(await page("limit=2&offset=1"), [1, 2]);
  assert.deepEqual(await page("limit=2&page=1"), [0, 1]);
  assert.deepEqual(await page("limit=2&page=3"), [4]);
  assert.deepEqual(await page("limit=2&page=0"), [0, 1]);
  assert.deepEqual(await page("limit=2&page=2&offset=1"), [2, 3]);
  assert.deepEqual(await page("limit=-1"), [0, 1, 2, 3, 4]);
  assert.deepEqual(await page("limit=0"), []);
  assert.deepEqual(await page("limit=&offset=3"), [3, 4]);
  for (const query of [
    "limit=NaN",
    "limit=-2",
    "limit=abc",
    "limit=1.5",
    "limit=1e2",
    "offset=-1",
    "page=-1",
    "page=x",
    "limit[]=1",
    "offset=99999999999",
  ])
    refusedAs(await staff.get(`${list}?${query}`), "INVALID_QUERY");
});

test("without a limit a list holds a hundred", async () => {
  await sql`insert into "Areas" (area_name, city) select 'Area ' || n, 'Chennai' from generate_series(1, 130) n`;
  assert.equal((await nobody.get("/items/Areas")).data.length, 100);
  assert.equal((await nobody.get("/items/Areas?limit=-1")).data.length, 130);
  assert.equal((await nobody.get("/items/Areas?limit=50&page=3")).data.length, 30);
});

test("search looks at texts one may read, at numbers where it is one, and takes % as itself", async () => {
  const names = async (search: string): Promise<string[]> => {
    const answer = await staff.get(`/items/Parking_Main_Information?fields=name,vehicle_no&${asked({ search })}`);
    assert.equal(answer.status, 200, answer.text);
    return (answer.data as { vehicle_no: string }[]).map(({ vehicle_no: plate }) => plate.slice(-1));
  };
  assert.deepEqual(await names("ASHA"), ["0", "4"]);
  assert.deepEqual(await names("9840012342"), ["2"]);
  assert.deepEqual(await names("xy0003"), ["3"]);
  assert.deepEqual(await names("%"), ["1"]);
  assert.deepEqual(await names("' or 1=1 --"), []);
  const byId = await staff.get(`${list}?search=${ids[3]}&fields=id`);
  assert.ok((byId.data as { id: number }[]).some(({ id }) => id === ids[3]));
  const closed = await nobody.get(`/items/Companies?search=${encodeURIComponent("AAAPL1234C")}`);
  assert.deepEqual(closed.data, []);
  refusedAs(await staff.get(`${list}?search=%00`), "INVALID_QUERY");
});

test("meta counts what one may read, with and without the filter", async () => {
  const other = await make.branch({ slots: 3 });
  await (
    await as(await make.user("staff", { branch: other }))
  ).post("/actions/parking/check-in", {
    vehicle_no: make.plate(),
    phone_no: "9840012345",
  });
  const counted = await staff.get(`${list}?limit=1&meta=*&filter[payment_status][_eq]=paid`);
  assert.deepEqual(counted.meta, { total_count: 5, filter_count: 1 });
  assert.equal(counted.data.length, 1);
  assert.deepEqual((await staff.get(`${list}?limit=0&meta=filter_count&search=TN`)).meta, { filter_count: 0 });
  assert.deepEqual((await staff.get(`${list}?limit=0&meta[]=total_count`)).meta, { total_count: 5 });
  assert.deepEqual((await platform.get(`${list}?limit=0&meta=total_count`)).meta, { total_count: 6 });
  assert.equal((await staff.get(`${list}?limit=1`)).meta, undefined);
  refusedAs(await staff.get(`${list}?meta=nope`), "INVALID_QUERY");
});

test("what is not a parameter is refused, not passed over", async () => {
  for (const query of [
    "nope=1",
    "filters[id]=1",
    "Limit=1",
    "deep[history][limit]=1",
    "deep[history][_nope]=1",
    "deep[slot_no][_limit]=1",
    "aggregate[median]=id",
    "export=pdf",
    "version=draft",
  ])
    refusedAs(await staff.get(`${list}?${query}`), "INVALID_QUERY");
  for (const query of ["filter[__proto__][x]=1", "filter[constructor][prototype]=1"])
    assert.ok(["FORBIDDEN", "INVALID_QUERY"].includes((await staff.get(`${list}?${query}`)).code!), query);
});

test("one row: by its key; a key that there is not, is malformed or hidden is FORBIDDEN alike", async () => {
  const one = await staff.get(`${list}/${ids[2]}?fields=id,branch.name`);
  assert.deepEqual(one.data, { id: ids[2], branch: { name: "Marina Beach" } });
  for (const id of [
    "0",
    "999999",
    "abc",
    "1.5",
    "-1",
    "1%20or%201=1",
    "%00",
    "99999999999999",
    "null",
    "1;--",
    "__proto__",
  ]) {
    const answer = await staff.get(`${list}/${id}`);
    refusedAs(answer, "FORBIDDEN");
    assert.equal(answer.errors[0]!.message, "You don't have permission to access this.");
  }
  for (const id of ["x", "-".repeat(36), "00000000-0000-0000-0000-000000000000", String(ids[0])])
    refusedAs(await staff.get(`/users/${id}`), "FORBIDDEN");
});

test("HEAD, a slash at the end, SEARCH with a query and with keys, and no body at all", async () => {
  const token = { authorization: `Bearer ${staff.token}` };
  const head = await app.inject({ method: "HEAD", url: `${list}?limit=1`, headers: token });
  assert.equal(head.statusCode, 200);
  assert.equal(head.body, "");
  assert.match(String(head.headers["content-type"]), /^application\/json/);
  assert.equal((await staff.get(`${list}/?limit=1`)).data.length, 1);
  const searched = await staff.search(list, {
    query: { fields: ["id"], filter: { slot_no: { _gt: 3 } }, sort: ["-id"], limit: 1 },
  });
  assert.deepEqual(searched.data, [{ id: ids[4] }]);
  const byKeys = await staff.search(list, { keys: [ids[1], ids[3]], query: { fields: ["id"] } });
  assert.deepEqual(byKeys.data, [{ id: ids[1] }, { id: ids[3] }]);
  assert.equal((await staff.search(list, {})).data.length, 5);
  for (const body of [{ query: null }, { query: "id" }, [], "text", { query: [] }])
    refusedAs(await staff.search(list, body), "INVALID_PAYLOAD");
});

test("an address that cannot be read, and one that leads nowhere, are answered in the same shape", async () => {
  const broken = await staff.get("/items/%ff");
  assert.equal(broken.status, 400, broken.text);
  assert.equal(broken.code, "INVALID_PAYLOAD");
  assert.equal((await staff.get("/nowhere")).code, "ROUTE_NOT_FOUND");
  assert.equal((await staff.get(`${list}/1/2`)).code, "ROUTE_NOT_FOUND");
});

/** The driver as it is, counting what is sent through it. */
function counting(driver: Sql): { counted: Sql; count: () => number } {
  let statements = 0;
  const counted = new Proxy(driver, {
    apply(target, self, args: Parameters<Sql>) {
      if (Array.isArray(args[0]) && "raw" in args[0]) statements += 1;
      return Reflect.apply(target, self, args) as unknown;
    },
    get(target, name) {
      if (name === "unsafe" || name === "begin") statements += 1;
      return Reflect.get(target, name) as unknown;
    },
  });
  return { counted, count: () => statements };
}

const { counted, count } = counting(sql);
const countedApp = await buildApp({ sql: counted, config: testConfig });
await countedApp.ready();
after(() => countedApp.close());

test("a read is one statement, whatever its depth", async () => {
  const ask = (query: string) =>
    countedApp.inject({ url: `${list}?${query}`, headers: { authorization: `Bearer ${staff.token}` } });
  // The first request looks the person up.
  assert.equal((await ask("limit=1")).statusCode, 200);
  for (const query of [
    "limit=10",
    "fields=*.*.*&meta=*&limit=10",
    `fields=*,branch.company.branches.slot_blocks.*,parking_main_info.entries.history.status_id.name&sort=-branch.company.name&${asked({ filter: { history: { _some: { status_id: { name: "In" } } } } })}&meta=*&search=a`,
  ]) {
    const before = count();
    const answer = await ask(query);
    assert.equal(answer.statusCode, 200, answer.body);
    assert.equal(count() - before, 1, query);
  }
  const before = count();
  await countedApp.inject({ url: `${list}/${ids[0]}`, headers: { authorization: `Bearer ${staff.token}` } });
  assert.equal(count() - before, 1);
});
