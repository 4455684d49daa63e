// §4: what a session that sets up a branch under review may change, in addition to its capabilities
// (domain/access/set-up-access.ts). What is not listed here is denied.

/** Settings of the branch, its people and files, test entries and tickets. */
const collections: ReadonlySet<string> = new Set([
  "Branch",
  "Companies",
  "Parking_Configuration",
  "Valet_and_Parking_Configuration",
  "Pre_Booking_Configuration",
  "Branch_Tags",
  "Branch_Banner_Images",
  "Slot_Blocks",
  "Time_Charges",
  "Tariff_Versions",
  "payment_settings",
  "users",
  "files",
  "folders",
  "presets",
  // Test entries and tickets (domain/visitors/test-entry.ts).
  "Parking_Information",
  "Parking_Main_Information",
  "Parking_Vehicle_Images",
  "Valet_and_Parking_Information",
  "valet_parking_vehicle_images",
]);

export const isWrittenDuringSetUp = (collection: string): boolean => collections.has(collection);

/** Rows are checked by collection, with every interface. */
const rowRoute = /^\/(?:items\/:collection|users|files|folders|presets)(?:\/:\w+)?$/;

const routes: ReadonlySet<string> = new Set([
  "/graphql",
  "/graphql/system",
  "/live/ticket",
  "/users/me",
  "/users/me/tfa/generate",
  "/users/me/tfa/enable",
  "/users/me/tfa/disable",
  "/users/me/tfa/recovery-codes",
  "/users/invite",
  "/actions/account/password",
  "/actions/account/pin",
  "/actions/account/email",
  "/actions/account/email/cancel",
  "/actions/account/language",
  "/actions/account/phone",
  "/actions/account/phone/send-again",
  "/actions/account/phone/confirm",
  "/actions/account/sessions/:session_id/end",
  "/actions/account/sessions/end-others",
  "/actions/account/sessions/end-all",
  "/actions/people",
  "/actions/people/:person/invite",
  "/actions/people/:person/email",
  "/actions/people/:person/card",
  "/actions/people/:person/card/revoke",
  "/actions/people/import/preview",
  "/actions/people/import",
  "/actions/configuration/services",
  "/actions/branches/:id/edit",
  "/actions/branches/:id/page",
  "/actions/tariffs/quote",
  "/actions/tariffs/preview",
  "/actions/parking/check-in",
  "/actions/parking/:id/check-out",
  "/actions/parking/:id/print-slip",
  "/actions/valet/create-ticket",
  "/actions/valet/:id/park",
  "/actions/valet/:id/slot",
  "/actions/valet/:id/re-park",
  "/actions/valet/:id/request-pickup",
  "/actions/valet/:id/accept-pickup",
  "/actions/valet/:id/at-the-gate",
  "/actions/valet/:id/hand-over",
  "/actions/valet/:id/print-slip",
  "/actions/valet/scan",
]);

/** Whether a set-up session may send a request to a declared route; what it reads is decided by its capabilities. */
export function isRouteDuringSetUp({ method, route }: { method: string; route: string }): boolean {
  return ["GET", "HEAD", "SEARCH"].includes(method) || rowRoute.test(route) || routes.has(route);
}
