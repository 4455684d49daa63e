// §6 as a table of its own, written from the specification and not from the code: who may do what with the rows of their
// own branch, of a sister branch of the same company, and of another company. What is not here must be refused.

export const people = [
  "platform",
  "verifier",
  "admin",
  "manager",
  "staff",
  "approver",
  "employee",
  "customer",
  "nobody",
] as const;
export type Person = (typeof people)[number];
export const places = ["own", "sister", "other"] as const;
export type Place = (typeof places)[number];

/** Which rows: o own branch, s sister branch, x other company; an empty text: may ask, and is shown none. */
type Reach = "" | "o" | "os" | "osx";
type ByPerson = Partial<{ [person in Person]: Reach }>;
export interface Rights {
  read?: ByPerson;
  create?: ByPerson;
  update?: ByPerson;
  delete?: ByPerson;
}

const everybody: ByPerson = {
  verifier: "osx",
  admin: "osx",
  manager: "osx",
  staff: "osx",
  approver: "osx",
  employee: "osx",
  customer: "osx",
  nobody: "osx",
};
const byVerifier: ByPerson = { verifier: "osx" };
const reference: Rights = { read: everybody, create: byVerifier, update: byVerifier, delete: byVerifier };
const desk: ByPerson = { admin: "os", manager: "o" };
const gate: ByPerson = { ...desk, staff: "o" };
const partOfBranch: Rights = {
  read: { ...gate, approver: "o", employee: "o", verifier: "osx" },
  create: desk,
  update: desk,
  delete: desk,
};
const shownPart: Rights = { ...partOfBranch, read: { ...partOfBranch.read, customer: "osx", nobody: "osx" } };
const configuration: Rights = { read: { ...gate, verifier: "osx" }, update: desk };

/** What the write path itself tells of a change, and what the program declares: nobody writes it, the platform neither. */
const written = new Set([
  "roles",
  "activity",
  "revisions",
  "attendance",
  "Parking_History",
  "Valet_and_Parking_History",
]);

/** What speaks of money stays for ever. */
const neverRemoved = new Set(["cash_shifts", "payment_attempts", "payment_refunds", "tax_invoices", "payments"]);

/** The platform administrator may do everything else and is not named. */
export const rightsTable: { [collection: string]: Rights } = {
  roles: { read: everybody },
  users: {
    read: { admin: "os", manager: "o", staff: "o", approver: "o", employee: "", customer: "", verifier: "osx" },
    update: { admin: "os", manager: "o", staff: "", customer: "" },
  },
  folders: {
    read: { admin: "os", manager: "os", staff: "os" },
    create: { admin: "os", manager: "os" },
    update: { admin: "os", manager: "os" },
    delete: { admin: "os", manager: "os" },
  },
  // Logos and banners are shown to everybody: tests/conformance/files.test.ts.
  files: {
    read: { admin: "os", manager: "o", staff: "o", customer: "", nobody: "", verifier: "" },
    update: { admin: "os", manager: "o", staff: "" },
    delete: { admin: "os", manager: "o" },
  },
  settings: { read: everybody },
  Integration_Tokens: { read: { admin: "os" } },
  Areas: reference,
  Tags_Category: reference,
  Vehicle_Type: reference,
  Parking_Status: { read: everybody },
  Valet_and_Parking_Status: { read: everybody },
  Configuration_Settings: { read: everybody, update: byVerifier },
  Companies: {
    read: {
      admin: "os",
      manager: "os",
      staff: "os",
      approver: "os",
      employee: "os",
      customer: "osx",
      nobody: "osx",
      verifier: "osx",
    },
    update: { admin: "os" },
  },
  Branch: {
    read: { ...gate, approver: "o", employee: "o", customer: "osx", nobody: "osx", verifier: "osx" },
    update: { admin: "os", manager: "o", verifier: "osx" },
  },
  Parking_Configuration: configuration,
  Valet_and_Parking_Configuration: configuration,
  Pre_Booking_Configuration: configuration,
  Branch_Tags: shownPart,
  Branch_Banner_Images: shownPart,
  Time_Charges: shownPart,
  Slot_Blocks: partOfBranch,
  Area_Request_List: { read: { admin: "os", verifier: "osx" }, create: { admin: "os" }, update: byVerifier },
  Change_Requests: {
    read: { admin: "os", manager: "o", verifier: "osx" },
    create: { admin: "os", manager: "o" },
    update: { admin: "os", manager: "o", verifier: "osx" },
  },
  Enquiries: { read: byVerifier, update: byVerifier, delete: byVerifier },
  Onboarding_Documents: { read: { admin: "os", verifier: "osx" } },
  Onboarding_Reviews: { read: { admin: "os", verifier: "osx" }, create: byVerifier },
  Company_Branch_Registration_Cache: {
    read: { admin: "o" },
    create: { admin: "o" },
    update: { admin: "o" },
    delete: { admin: "o" },
  },
  Parking_Main_Information: {
    read: { ...gate, approver: "o", employee: "", customer: "o" },
    create: gate,
    update: gate,
  },
  Parking_Information: {
    read: { ...gate, approver: "o", employee: "", customer: "o" },
    create: gate,
    // An approver answers and a host cancels, by the status alone: server/features/approvals and invites test it.
    update: gate,
  },
  Parking_History: { read: { ...gate, approver: "o" } },
  Parking_Vehicle_Images: { read: gate, create: gate },
  Valet_and_Parking_Information: { read: { ...gate, customer: "o" }, create: gate, update: gate },
  Valet_and_Parking_History: { read: gate },
  valet_parking_vehicle_images: { read: gate, create: gate },
  // Written by the actions of the chat alone: server/features/valet tests who may.
  valet_chats: { read: gate },
  valet_chat_messages: { read: gate },
  Pre_Booking_Information: { read: gate },
  attendance: { read: { admin: "os", manager: "o", staff: "" } },
  // Money: written by our own code alone; what a shift's owner may do is tested with the shifts.
  cash_shifts: { read: { admin: "os", manager: "o", staff: "" }, update: { admin: "o", manager: "", staff: "" } },
  payment_settings: { read: gate, create: { admin: "os" }, update: { admin: "os" } },
  payment_attempts: { read: gate },
  payment_refunds: { read: gate },
  tax_invoices: { read: gate },
  payments: { read: desk },
  Outbox: { read: desk },
  activity: { read: { admin: "os", verifier: "osx" } },
  revisions: { read: { admin: "os", verifier: "osx" } },
  presets: {
    read: { verifier: "", admin: "", manager: "", staff: "", approver: "", employee: "", customer: "o" },
    create: { customer: "o" },
    update: { verifier: "", admin: "", manager: "", staff: "", approver: "", employee: "", customer: "o" },
    delete: { verifier: "", admin: "", manager: "", staff: "", approver: "", employee: "", customer: "o" },
  },
};

const letters: { [place in Place]: string } = { own: "o", sister: "s", other: "x" };

/** Undefined where the person may not even ask; else the places whose rows are theirs. */
export function reach({
  collection,
  operation,
  person,
}: {
  collection: string;
  operation: keyof Rights;
  person: Person;
}): Place[] | undefined {
  const given: Reach | undefined =
    person === "platform" ? byPlatform({ collection, operation }) : rightsTable[collection]?.[operation]?.[person];
  return given === undefined ? undefined : places.filter((place) => given.includes(letters[place]));
}

function byPlatform({ collection, operation }: { collection: string; operation: keyof Rights }): Reach | undefined {
  if (operation === "delete" && neverRemoved.has(collection)) return undefined;
  if (operation === "update" && collection === "tax_invoices") return undefined;
  return operation === "read" || !written.has(collection) ? "osx" : undefined;
}
