// Data of the bench of the public site: generated without chance, so that each run has the same branches.
import { tariffSchema } from "#domain/tariffs/tariff.ts";
import { migrate } from "#server/db/migrate/migrate.ts";
import { createPool, type Sql } from "#server/db/pool.ts";
import { seedReferenceRows } from "#server/db/seed/seed.ts";

export const siteBranches = 20_000;
export const siteCities = 500;
const siteStates = 28;
const siteCompanies = 5_000;
const areasPerCity = 8;
/** Vehicles with a slot. */
const insidePerBranch = 6;

const list = (words: string): string => `(string_to_array('${words}', '|'))`;
/** 25 × 20 names: each city has its own. */
const cityRoots = list(
  "Rama|Krishna|Shiva|Gopal|Chandra|Raja|Veda|Surya|Ananda|Lakshmi|Hari|Madan|Nanda|Kesava|Vijaya|Bala|Deva|Guna|Indra|Jaya|Kama|Mani|Nila|Padma|Uma",
);
const cityEndings = list(
  "puram|palli|giri|kottai|abad|gunj|pet|wadi|halli|kere|konda|durg|garh|kulam|patti|mangalam|khed|tala|vali|varam",
);
const areaNames = list(
  "Gandhi Nagar|Anna Nagar|Nehru Colony|Station Road|Market Yard|Civil Lines|Temple Street|Lake View|Industrial Estate|Old Town",
);
const streetNames = list(
  "Main Road|Cross Street|Bazaar Street|Church Road|Ring Road|College Road|Hospital Road|Palace Road|Garden Lane|Fort Street|Canal Road",
);
const owners = list(
  "Saravana|Golconda|Malabar|Deccan|Konark|Narmada|Ganga|Vaigai|Himalaya|Nilgiri|Sabari|Ashoka|Kaveri|Chola|Pallava|Amber|Lotus|Peacock|Banyan",
);
const kinds = list("Parking|Stores|Towers|Mall|Hospital|Cinema|Plaza|Hotels|Complex|Estates|Arcade");

const pick = (words: string, number: string): string => `${words}[1 + (${number}) % cardinality(${words})]`;
const cityName = (city: string): string =>
  `${pick(cityRoots, city)} || ${pick(cityEndings, `${city} / cardinality(${cityRoots})`)}`;
const stateName = (city: string): string => `'State ' || (${city}) % ${siteStates}`;

const tariff = JSON.stringify(
  tariffSchema.parse({
    plans: [
      {
        name: "Standard",
        rates: [
          {
            vehicle_type: null,
            free: { minutes: 15, kind: "window" },
            lines: [
              { kind: "total", to: 120, amount: 4_000 },
              { kind: "each", to: null, step: 60, amount: 2_000 },
            ],
          },
        ],
      },
    ],
  }),
);

/** The first city has some 900 branches, the last ones 20. Two in a hundred branches are not published. */
const statements = [
  `alter table "Branch" disable trigger site_branches`,
  `insert into "Areas" (area_name, city, state)
    select ${pick(areaNames, "k + c")}, ${cityName("c")}, ${stateName("c")}
      from generate_series(0, ${siteCities - 1}) c, generate_series(0, ${areasPerCity - 1}) k order by c, k`,
  `insert into "Companies" (name, slug, status, company_type)
    select ${pick(owners, "n")} || ' ' || ${pick(kinds, "n / 7")} || ' ' || n, 'company-' || n, 'published', 'single_organization'
      from generate_series(0, ${siteCompanies - 1}) n`,
  `insert into "Branch" (company, name, slug, status, entity_type, is_parking, city, state, area, pincode, address, latitude, longitude, amenities)
    select (select min(id) from "Companies") + n % ${siteCompanies}, ${pick(owners, "n / 3")} || ' ' || ${pick(kinds, "n")} || ' ' || ${pick(streetNames, "n / 11")},
      'branch-' || n, case when n % 50 = 7 then 'draft' else 'published' end, case when n % 10 = 3 then 'government' else 'commercial' end, true,
      ${cityName("c")}, ${stateName("c")}, (select min(id) from "Areas") + c * ${areasPerCity} + n % ${areasPerCity}, (500000 + c * 40 + n % 40)::text,
      n % 180 || ', ' || ${pick(streetNames, "n / 5")} || ', ' || ${pick(areaNames, "n + c")},
      (9 + c % 25 * 0.8 + n % 97 / 900.0)::numeric(9, 6)::text, (70 + c / 25 * 0.9 + n % 89 / 900.0)::numeric(9, 6)::text,
      case when n % 3 = 0 then '["Covered", "CCTV"]'::jsonb else '[]' end
    from (select n, floor(${siteCities} * power((n::bigint * 7919 % ${siteBranches}) / ${siteBranches}.0, 2))::int as c
      from generate_series(0, ${siteBranches - 1}) n) b`,
  // All at once instead of one after the other.
  `select site_list_branches(array(select id from "Branch"))`,
  `alter table "Branch" enable always trigger site_branches`,
  `insert into "Slot_Blocks" (branch, service, zone_or_block, slot_prefix, total_slots) select id, 'is_parking', 'A', 'A', 20 + id % 80 from "Branch"`,
  `insert into "Tariff_Versions" (branch, service, number, starts_at, tariff) select id, 'is_parking', 1, '2026-01-01', '${tariff}' from "Branch"`,
  `insert into "Parking_Main_Information" (company, branch, vehicle_no, phone_no, parking_type)
    select company, id, 'TN' || n || 'S' || id, '9840012345', 'single_time' from "Branch", generate_series(1, ${insidePerBranch}) n`,
  `insert into "Parking_Information" (company, branch, parking_main_info, parking_status_id, receipt_no, slot_prefix, slot_no, in_time)
    select company, branch, id, 1, 'S' || id, 'A', row_number() over (partition by branch order by id), now() - interval '1 hour'
      from "Parking_Main_Information"`,
  `vacuum analyze`,
];

/** Creates the tables of the current version with the branches. */
export async function loadSite({ url }: { url: string }): Promise<void> {
  const sql = createPool(url, { max: 1, statementTimeoutMs: 0 });
  try {
    await migrate({ sql });
    await seedReferenceRows({ sql });
    for (const statement of statements) await sql.unsafe(statement);
  } finally {
    await sql.end();
  }
}

interface PlaceRow {
  state: string;
  city: string;
  area: string;
  pincode: string;
  latitude: number;
  longitude: number;
}

/** Addresses of listings by kind, spread over the cities. */
export async function listSiteAddresses({ sql }: { sql: Sql }): Promise<{ name: string; addresses: string[] }[]> {
  const places = await sql<PlaceRow[]>`
    select distinct on (s.city) s.state, s.city, s.area, b.pincode, s.latitude, s.longitude
      from site_branches s join "Branch" b on b.id = s.branch order by s.city, s.branch`;
  const toPath = ({ state, city }: PlaceRow): string => `/parking/commercial/${state}/${city}`;
  const each = (toAddress: (place: PlaceRow) => string): string[] => places.map(toAddress);
  return [
    { name: "city", addresses: each(toPath) },
    { name: "city by price", addresses: each((place) => `${toPath(place)}?sort=price`) },
    { name: "city with free slots", addresses: each((place) => `${toPath(place)}?filter=free&filter=covered`) },
    { name: "area", addresses: each((place) => `${toPath(place)}/${place.area}`) },
    {
      name: "near me",
      addresses: each(({ latitude, longitude }) => `/parking?sort=distance&lat=${latitude}&lng=${longitude}`),
    },
    { name: "PIN code", addresses: each(({ pincode }) => `/parking?q=${pincode}`) },
    {
      name: "words",
      addresses: each(({ city, area }) => `/parking?q=${city.slice(0, -2)}+${area.replaceAll("-", "+")}`),
    },
    {
      name: "common word",
      addresses: ["road", "parking", "saravana", "nagar", "hospitl"].map((word) => `/parking?q=${word}`),
    },
    {
      name: "whole service",
      addresses: ["/parking", "/parking/commercial", "/parking?filter=covered", "/parking?page=7"],
    },
  ];
}
