// Requests that mean harm, each far beyond what one may ask for (server/items/cost.ts).
export interface Attack {
  name: string;
  method: string;
  path: string;
  body: string;
}

const levels = 50;
const values = 10_000;
const aliases = 1_000;
const megabytes = 10;
const list = "/items/Parking_Information";

export function attacks(): Attack[] {
  let filter: object = { slot_no: { _eq: 1 } };
  for (let level = 0; level < levels; level += 1) filter = { _and: [filter] };
  const named = Array.from({ length: aliases }, (_, index) => [`a${index}`, "slot_no"]);
  const numbers = Array.from({ length: values }, (_, index) => index + 1);
  return [
    {
      name: `a filter of ${levels} levels`,
      method: "GET",
      path: `${list}?filter=${encodeURIComponent(JSON.stringify(filter))}`,
      body: "",
    },
    {
      name: `\`_in\` of ${values.toLocaleString("en-US")} values`,
      method: "SEARCH",
      path: list,
      body: JSON.stringify({ query: { filter: { id: { _in: numbers } } } }),
    },
    {
      name: `a body of ${megabytes} MB`,
      method: "POST",
      path: "/items/Parking_Main_Information",
      body: JSON.stringify({ name: "a".repeat(megabytes * 2 ** 20) }),
    },
    {
      name: `${aliases.toLocaleString("en-US")} aliases`,
      method: "SEARCH",
      path: list,
      body: JSON.stringify({ query: { alias: Object.fromEntries(named) as object } }),
    },
    {
      name: `${aliases.toLocaleString("en-US")} aliases in GraphQL`,
      method: "POST",
      path: "/graphql",
      body: JSON.stringify({ query: `{ ${named.map(([name]) => `${name}: Parking_Information { id }`).join(" ")} }` }),
    },
  ];
}
