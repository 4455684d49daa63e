// §6 as a separate table, written from the specification and independently of the code: who may do what with rows of
// the own branch, of a sister branch of the same company, and of another company. Everything else must be rejected.

export const permissionPeople = [
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
export type PermissionPerson = (typeof permissionPeople)[number];
export const branchRelations = ["own", "sister", "other"] as const;
export type BranchRelation = (typeof branchRelations)[number];

/** Which rows: o own branch, s sister branch, x other company; empty: may request and gets none. */
type RowScope = "" | "o" | "os" | "osx";
type ScopeByPerson = Partial<{ [person in PermissionPerson]: RowScope }>;
export interface Rights {
  read?: ScopeByPerson;
  create?: ScopeByPerson;
  update?: ScopeByPerson;
  delete?: ScopeByPerson;
}

const allPeople: ScopeByPerson = {
  verifier: "osx",
  admin: "osx",
  manager: "osx",
  staff: "osx",
  approver: "osx",
  employee: "osx",
  customer: "osx",
  nobody: "osx",
};
const verifierRights: ScopeByPerson = { verifier: "osx" };
const referenceRights: Rights = {
  read: allPeople,
  create: verifierRights,
  update: verifierRights,
  delete: verifierRights,
};
const branchManagement: ScopeByPerson = { admin: "os", manager: "o" };
const branchGate: ScopeByPerson = { ...branchManagement, staff: "o" };
const branchPartRights: Rights = {
  read: { ...branchGate, approver: "o", employee: "o", verifier: "osx" },
  create: branchManagement,
  update: branchManagement,
  delete: branchManagement,
};
const visibleBranchPartRights: Rights = {
  ...branchPartRights,
  read: { ...branchPartRights.read, customer: "osx", nobody: "osx" },
};
const configurationRights: Rights = { read: { ...branchGate, verifier: "osx" }, update: branchManagement };

const unitRights: Rights = {
  read: { ...branchGate, approver: "o" },
  create: branchManagement,
  update: branchManagement,
  delete: branchManagement,
};

/** Records of the write path and declarations of the code: not writable by any user including the platform. */
const readOnlyCollections = new Set([
  "roles",
  "activity",
  "revisions",
  "Security_Events",
  "attendance",
  "Parking_History",
  "Valet_and_Parking_History",
]);

/** Financial records are permanent. */
const undeletableCollections = new Set([
  "cash_shifts",
  "cash_handovers",
  "tip_payouts",
  "Offer_Uses",
  "payment_attempts",
  "payment_refunds",
  "unknown_payments",
  "tax_invoices",
  "payments",
]);

/** The platform administrator may do everything else and is not listed. */
export const rightsTable: { [collection: string]: Rights } = {
  roles: { read: allPeople },
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
  // Logos and banners are public: tests/conformance/files.test.ts.
  files: {
    read: { admin: "os", manager: "o", staff: "o", customer: "", nobody: "", verifier: "" },
    update: { admin: "os", manager: "o", staff: "" },
    delete: { admin: "os", manager: "o" },
  },
  settings: { read: allPeople },
  Integration_Tokens: { read: { admin: "os" } },
  Printers: { read: branchGate },
  Print_Jobs: { read: branchGate },
  Webhook_Endpoints: { read: { admin: "os" } },
  Webhook_Events: { read: { admin: "os" } },
  Webhook_Deliveries: { read: { admin: "os" } },
  Shared_Devices: { read: branchManagement },
  Areas: referenceRights,
  Tags_Category: referenceRights,
  Vehicle_Type: referenceRights,
  Parking_Status: { read: allPeople },
  Valet_and_Parking_Status: { read: allPeople },
  Pre_Booking_Status: { read: allPeople },
  Configuration_Settings: { read: allPeople, update: verifierRights },
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
    read: { ...branchGate, approver: "o", employee: "o", customer: "osx", nobody: "osx", verifier: "osx" },
    update: { admin: "os", manager: "o", verifier: "osx" },
  },
  Parking_Configuration: configurationRights,
  Valet_and_Parking_Configuration: configurationRights,
  Pre_Booking_Configuration: configurationRights,
  Branch_Tags: visibleBranchPartRights,
  Branch_Banner_Images: visibleBranchPartRights,
  Time_Charges: visibleBranchPartRights,
  Slot_Blocks: branchPartRights,
  Branch_Units: unitRights,
  Unit_Members: unitRights,
  Visit_Permissions: unitRights,
  Tariff_Versions: branchPartRights,
  Area_Request_List: { read: { admin: "os", verifier: "osx" }, create: { admin: "os" }, update: verifierRights },
  Change_Requests: {
    read: { admin: "os", manager: "o", verifier: "osx" },
    create: { admin: "os", manager: "o" },
    update: { admin: "os", manager: "o", verifier: "osx" },
  },
  Two_Person_Changes: { read: { ...verifierRights, admin: "os" }, create: verifierRights, update: verifierRights },
  Support_Access: {
    read: { ...branchGate, approver: "o", employee: "o", verifier: "osx" },
    create: verifierRights,
    update: { admin: "os", verifier: "osx" },
  },
  Enquiries: { read: verifierRights, update: verifierRights, delete: verifierRights },
  Mistakes: {
    read: { ...verifierRights, admin: "os", manager: "o" },
    update: { ...verifierRights, admin: "os", manager: "o" },
  },
  Ratings: {
    read: { ...verifierRights, admin: "os", manager: "o" },
    update: { ...verifierRights, admin: "os", manager: "o" },
  },
  Company_Notes: { read: verifierRights, create: verifierRights },
  Onboarding_Documents: { read: { admin: "os", verifier: "osx" } },
  Onboarding_Reviews: { read: { admin: "os", verifier: "osx" }, create: verifierRights },
  Review_Assignments: { read: verifierRights, create: verifierRights, delete: verifierRights },
  Company_Branch_Registration_Cache: {
    read: { admin: "o" },
    create: { admin: "o" },
    update: { admin: "o" },
    delete: { admin: "o" },
  },
  Parking_Main_Information: {
    read: { ...branchGate, approver: "o", employee: "", customer: "o" },
    create: branchGate,
    update: branchGate,
  },
  Parking_Information: {
    read: { ...branchGate, approver: "o", employee: "", customer: "o" },
    create: branchGate,
    // An approver decides and a host cancels through the status only: tested in server/features/approvals and invites.
    update: branchGate,
  },
  Parking_History: { read: { ...branchGate, approver: "o" } },
  Parking_Vehicle_Images: { read: branchGate, create: branchGate },
  Valet_and_Parking_Information: { read: { ...branchGate, customer: "o" }, create: branchGate, update: branchGate },
  Valet_and_Parking_History: { read: branchGate },
  valet_parking_vehicle_images: { read: branchGate, create: branchGate },
  // Written by chat actions only: permissions are tested in server/features/valet.
  valet_chats: { read: branchGate },
  valet_chat_messages: { read: branchGate },
  Pre_Booking_Information: { read: branchGate },
  attendance: { read: { admin: "os", manager: "o", staff: "" } },
  // Money: written by the server only; actions of a shift's owner are tested with the shifts.
  cash_shifts: { read: { admin: "os", manager: "o", staff: "" }, update: { admin: "os", manager: "o", staff: "" } },
  // Written by actions only: tested in server/features/cash.
  cash_handovers: { read: { admin: "os", manager: "o", staff: "" } },
  // Written by actions only: tested in server/features/valet/tips.
  tip_payouts: { read: { admin: "os", manager: "o", staff: "" } },
  Offers: {
    read: branchManagement,
    create: branchManagement,
    update: branchManagement,
    delete: branchManagement,
  },
  // Written with payments only: tested in server/features/offers.
  Offer_Uses: { read: branchManagement },
  Saved_Offers: { read: { customer: "o" } },
  payment_settings: { read: branchGate, create: { admin: "os" }, update: { admin: "os" } },
  payment_attempts: { read: branchGate },
  payment_refunds: { read: branchGate },
  unknown_payments: { read: branchManagement, update: branchManagement },
  tax_invoices: { read: branchGate },
  payments: { read: { ...branchManagement, staff: "" } },
  Report_Schedules: {
    read: branchManagement,
    create: branchManagement,
    update: branchManagement,
    delete: branchManagement,
  },
  Outbox: { read: branchManagement },
  activity: { read: { admin: "os", verifier: "osx" } },
  revisions: { read: { admin: "os", verifier: "osx" } },
  Security_Events: { read: { admin: "os", verifier: "osx" } },
  presets: {
    read: { verifier: "", admin: "", manager: "", staff: "", approver: "", employee: "", customer: "o" },
    create: { customer: "o" },
    update: { verifier: "", admin: "", manager: "", staff: "", approver: "", employee: "", customer: "o" },
    delete: { verifier: "", admin: "", manager: "", staff: "", approver: "", employee: "", customer: "o" },
  },
};

const scopeLetters: { [relation in BranchRelation]: string } = { own: "o", sister: "s", other: "x" };

/** Undefined if the user may not request it; otherwise the sites whose rows are accessible. */
export function getAllowedBranches({
  collection,
  operation,
  person,
}: {
  collection: string;
  operation: keyof Rights;
  person: PermissionPerson;
}): BranchRelation[] | undefined {
  const provided: RowScope | undefined =
    person === "platform"
      ? getPlatformScope({ collection, operation })
      : rightsTable[collection]?.[operation]?.[person];
  return provided === undefined
    ? undefined
    : branchRelations.filter((relation) => provided.includes(scopeLetters[relation]));
}

function getPlatformScope({
  collection,
  operation,
}: {
  collection: string;
  operation: keyof Rights;
}): RowScope | undefined {
  if (operation === "delete" && undeletableCollections.has(collection)) return undefined;
  if (operation === "update" && collection === "tax_invoices") return undefined;
  return operation === "read" || !readOnlyCollections.has(collection) ? "osx" : undefined;
}
