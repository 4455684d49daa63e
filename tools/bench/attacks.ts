// Abusive requests, each far beyond the query limits (server/items/query/query-limits.ts).
export interface Attack {
  name: string;
  method: string;
  path: string;
  body: string;
}

const nestingLevels = 50;
const filterValues = 10_000;
const aliases = 1_000;
const bodyMegabytes = 10;
const listPath = "/items/Parking_Information";

export function createAttacks(): Attack[] {
  let filter: object = { slot_no: { _eq: 1 } };
  for (let level = 0; level < nestingLevels; level += 1) filter = { _and: [filter] };
  const aliasPairs = Array.from({ length: aliases }, (_, index) => [`a${index}`, "slot_no"]);
  const ids = Array.from({ length: filterValues }, (_, index) => index + 1);
  return [
    {
      name: `a filter of ${nestingLevels} levels`,
      method: "GET",
      path: `${listPath}?filter=${encodeURIComponent(JSON.stringify(filter))}`,
      body: "",
    },
    {
      name: `\`_in\` of ${filterValues.toLocaleString("en-US")} values`,
      method: "SEARCH",
      path: listPath,
      body: JSON.stringify({ query: { filter: { id: { _in: ids } } } }),
    },
    {
      name: `a body of ${bodyMegabytes} MB`,
      method: "POST",
      path: "/items/Parking_Main_Information",
      body: JSON.stringify({ name: "a".repeat(bodyMegabytes * 2 ** 20) }),
    },
    {
      name: `${aliases.toLocaleString("en-US")} aliases`,
      method: "SEARCH",
      path: listPath,
      body: JSON.stringify({ query: { alias: Object.fromEntries(aliasPairs) as object } }),
    },
    {
      name: `${aliases.toLocaleString("en-US")} aliases in GraphQL`,
      method: "POST",
      path: "/graphql",
      body: JSON.stringify({
        query: `{ ${aliasPairs.map(([name]) => `${name}: Parking_Information { id }`).join(" ")} }`,
      }),
    },
  ];
}
