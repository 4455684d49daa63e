// §7: what a scoped API token may do: read only, or certain areas. What is not listed here is denied; a token without a
// scope has all rights of its role.
import { z } from "zod";
import { contracts } from "#domain/contracts.ts";
import type { Operation } from "#domain/schema/collection.ts";
import { type TokenArea, tokenAreaNames, type TokenScope } from "#domain/integrations/token-areas.ts";

interface AreaContent {
  collections: readonly string[];
  /** Areas of contracts. */
  actions: readonly string[];
}

const areaContents: { readonly [area in TokenArea]: AreaContent } = {
  entries: {
    collections: [
      "Parking_Information",
      "Parking_Main_Information",
      "Parking_History",
      "Parking_Vehicle_Images",
      "Pre_Booking_Information",
    ],
    actions: ["parking", "pre-booking"],
  },
  payments: {
    collections: [
      "payments",
      "payment_attempts",
      "payment_refunds",
      "tax_invoices",
      "unknown_payments",
      "cash_shifts",
      "cash_handovers",
      "tip_payouts",
    ],
    actions: ["payments", "cash", "debts"],
  },
  valet: {
    collections: [
      "Valet_and_Parking_Information",
      "Valet_and_Parking_History",
      "valet_parking_vehicle_images",
      "valet_chats",
      "valet_chat_messages",
    ],
    actions: ["valet"],
  },
  passes: { collections: ["Parking_Main_Information"], actions: ["passes"] },
  visitors: {
    collections: ["Parking_Main_Information", "Branch_Units", "Unit_Members", "Visit_Permissions"],
    actions: ["invites", "approvals"],
  },
};

/** Read by tokens of every area: places, slots, prices and reference data. */
const sharedCollections: ReadonlySet<string> = new Set([
  "Companies",
  "Branch",
  "Parking_Configuration",
  "Valet_and_Parking_Configuration",
  "Slot_Blocks",
  "Time_Charges",
  "Tariff_Versions",
  "Areas",
  "Tags_Category",
  "Vehicle_Type",
  "Parking_Status",
  "Valet_and_Parking_Status",
  "Pre_Booking_Status",
  "roles",
]);

/** Whether rows of a collection may be read or written. */
export function isCollectionInScope({
  scope: { isReadOnly, areas },
  collection,
  operation,
}: {
  scope: TokenScope;
  collection: string;
  operation: Operation;
}): boolean {
  if (isReadOnly && operation !== "read") return false;
  if (areas === null) return true;
  if (operation === "read" && sharedCollections.has(collection)) return true;
  return areas.some((area) => areaContents[area].collections.includes(collection));
}

const contractAreas = new Map<string, string>(contracts.map(({ route, area }) => [route, area]));

/** Routes that check collections themselves, with every method. */
const checkedRoutes = ["/graphql", "/graphql/system", "/live/ticket"];
/** Further routes of tokens of some areas, to be read only. */
const readableRoutes = ["/server/info", "/server/ping", "/server/health", "/server/specs/oas", "/live", "/websocket"];

/** Whether a request to a declared route may be made; rows are checked by `isCollectionInScope`. */
export function isRouteInScope({
  scope: { isReadOnly, areas },
  method,
  route,
}: {
  scope: TokenScope;
  method: string;
  route: string;
}): boolean {
  const isReading = ["GET", "HEAD", "SEARCH"].includes(method);
  if (checkedRoutes.includes(route)) return true;
  if (isReadOnly && !isReading) return false;
  if (areas === null) return true;
  if (/^\/items\/:collection(?:\/:\w+)?$/.test(route)) return true;
  const contractArea = contractAreas.get(`${method === "HEAD" ? "GET" : method} ${route}`);
  if (contractArea !== undefined) return areas.some((area) => areaContents[area].actions.includes(contractArea));
  return isReading && readableRoutes.includes(route);
}

const storedScope = z.object({ isReadOnly: z.boolean(), areas: z.array(z.string()).nullable() });

/** The scope of a token as stored; undefined without one. Unknown areas of a later version are left out. */
export function toTokenScope(stored: unknown): TokenScope | undefined {
  const scope = storedScope.nullable().parse(stored);
  if (!scope || (!scope.isReadOnly && scope.areas === null)) return undefined;
  const { isReadOnly, areas } = scope;
  return { isReadOnly, areas: areas && tokenAreaNames.filter((name) => areas.includes(name)) };
}
