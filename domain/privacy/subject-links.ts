// reading.md §10: how the rows of each collection with personal data belong to a person. The export is generated from this
// list, which a test compares with the classification, so that no new collection is left out.

/** Collections whose rows carry the person's phone number or email address (server/privacy/subject.ts). */
export const subjectCollections = [
  "users",
  "Parking_Main_Information",
  "Valet_and_Parking_Information",
  "Pre_Booking_Information",
  "Enquiries",
  "Mistakes",
  "Outbox",
] as const;
export type SubjectCollection = (typeof subjectCollections)[number];

/** A field that refers to a row of the person in another collection. */
export interface SubjectLink {
  field: string;
  to: string;
}

const ofEntry: SubjectLink = { field: "parking_information", to: "Parking_Information" };
const ofTicket: SubjectLink = { field: "valet_and_parking_information", to: "Valet_and_Parking_Information" };
const ofPass: SubjectLink = { field: "pass", to: "Parking_Main_Information" };

/** A row belongs to the person through any of the links. Each collection stands after those it refers to. */
export const linkedCollections: { readonly [collection: string]: readonly SubjectLink[] } = {
  Parking_Information: [{ field: "parking_main_info", to: "Parking_Main_Information" }],
  Parking_History: [ofEntry],
  Parking_Vehicle_Images: [ofEntry],
  Valet_and_Parking_History: [ofTicket],
  valet_parking_vehicle_images: [ofTicket],
  Ratings: [ofEntry, ofTicket],
  valet_chats: [ofTicket],
  valet_chat_messages: [{ field: "chat", to: "valet_chats" }],
  payments: [ofEntry, ofTicket, ofPass],
  payment_attempts: [ofEntry, ofTicket, ofPass],
  payment_refunds: [{ field: "attempt", to: "payment_attempts" }],
  Security_Events: [{ field: "account", to: "users" }],
  activity: [{ field: "user", to: "users" }],
  presets: [{ field: "user", to: "users" }],
  Saved_Offers: [{ field: "user", to: "users" }],
};

/** Collections with personal data that are not exported as rows, and the reason. */
export const unlistedCollections: { readonly [collection: string]: string } = {
  Offers: "A list of phone numbers, which contains those of others; erasure removes the person's number from it.",
  files: "The images are exported with their content.",
  revisions: "Earlier versions of exported rows, which also contain what others entered.",
  Print_Jobs: "Sealed copies of exported rows until they are printed.",
  Webhook_Events: "Copies of exported rows for the systems of the branch.",
  Webhook_Deliveries: "Replies of the systems of the branch.",
};
