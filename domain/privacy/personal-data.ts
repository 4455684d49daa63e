// reading.md §10: classification of personal data of visitors and customers, and how it is erased. Every text and file
// field must be listed exactly once, which a test checks.
import type { Collection, Field } from "#domain/schema/collection.ts";

/**
 * Replaces required texts on erasure; not a valid vehicle number, phone number or name, so that no search matches it.
 */
export const erasedPlaceholder = "-erased-";

/**
 * clear: null · mask: `erasedPlaceholder` · list: empty list · address: email address without a recipient · strip:
 * removes copies of other rows' personal fields · row: deletes the row.
 */
export type ErasureMethod = "clear" | "mask" | "list" | "address" | "strip" | "row";

export interface PersonalDataClassification {
  /** Personal data of the row's subject, and how each field is erased. */
  personal?: { readonly [field: string]: ErasureMethod };
  /** Those of the personal fields that the subject has written for everybody to read, such as a rating. */
  published?: readonly string[];
  /** Data of a company or branch and its users at work; maintained by the company and removed with it. */
  business?: readonly string[];
  /** Retained for eight years as required by tax and company law. */
  legal?: readonly string[];
  /** No personal data. */
  none?: readonly string[];
}

const paymentNoteFields = {
  personal: {
    addition_note: "clear",
    deduction_note: "clear",
    charge_override_reason: "clear",
    pay_later_reason: "clear",
    write_off_reason: "clear",
    payment_change_reason: "clear",
    payment_reference: "clear",
  },
  none: [
    "merchant_id",
    "merchant_transaction_id",
    "payment_request",
    "receipt_no",
    "slot_prefix",
    "tariff",
    "offer_discounts",
  ],
} as const;

/** domain/parking/gate-charges.ts */
const gateChargeFields = { lost_slip_proof: "clear", bill_shop: "clear", bill_number: "clear" } as const;

export const personalData: { readonly [collection: string]: PersonalDataClassification } = {
  users: {
    personal: {
      first_name: "mask",
      last_name: "clear",
      email: "address",
      contact_number: "clear",
      temporary_email: "clear",
      department: "clear",
      designation: "clear",
      employee_id: "clear",
      user_vehicles: "list",
      pinned_places: "list",
      message_consents: "list",
      picture: "clear",
      password: "clear",
      password_copy: "clear",
      actual_password: "clear",
      pin_number: "clear",
      login_otp: "clear",
      actual_otp_pin: "clear",
      token: "clear",
      log_in_card: "clear",
      tfa_secret: "clear",
    },
    none: ["staff_service_type"],
  },
  files: {
    personal: {
      filename_disk: "row",
      filename_download: "row",
      title: "row",
      embed: "row",
      description: "row",
      location: "row",
      tags: "row",
      metadata: "row",
    },
    none: ["storage", "type", "charset"],
  },
  Parking_Main_Information: {
    personal: {
      name: "mask",
      email: "clear",
      phone_no: "mask",
      vehicle_no: "mask",
      entry_reason: "clear",
      payment_reference: "clear",
      change_reason: "clear",
      decision_reason: "clear",
    },
    none: ["payment_request", "merchant_id", "merchant_transaction_id", "slot_prefix"],
  },
  Parking_Information: {
    ...paymentNoteFields,
    personal: {
      ...paymentNoteFields.personal,
      ...gateChargeFields,
      change_reason: "clear",
      correction: "clear",
      visitor_changes: "clear",
      decision_reason: "clear",
      identity_last_four: "clear",
    },
    none: [...paymentNoteFields.none, "tariff_extras", "badge_no"],
  },
  Parking_History: { personal: { changes: "strip" } },
  Parking_Vehicle_Images: { personal: { vehicle_image: "row", image_id: "row", child_image_id: "row" } },
  Valet_and_Parking_Information: {
    personal: {
      ...paymentNoteFields.personal,
      Vehicle_Number: "mask",
      Customer_Name: "clear",
      Customer_Phone_Number: "mask",
      email: "clear",
      OTP_Value: "clear",
      otp_sealed: "clear",
      handover_note: "clear",
      change_reason: "clear",
      ...gateChargeFields,
    },
    none: [
      ...paymentNoteFields.none,
      "tariff_extras",
      "damages",
      "key_tag",
      "pickup_gate",
      "key_tag_in_use",
      "token_no",
      "offers_made",
    ],
  },
  Valet_and_Parking_History: { personal: { changes: "strip" } },
  valet_parking_vehicle_images: { personal: { vehicle_image: "row", image_id: "row", child_image_id: "row" } },
  valet_chats: { personal: { customer_name: "clear" } },
  valet_chat_messages: { personal: { client_id: "row", name: "row", text: "row" } },
  Ratings: {
    // The words stay if they do not name the person (server/privacy/anonymise-ratings.ts).
    personal: { shown_name: "clear", words: "clear" },
    published: ["shown_name", "words"],
    business: ["answer", "decision_reason"],
  },
  Pre_Booking_Information: {
    personal: {
      ...paymentNoteFields.personal,
      vehicle_no: "clear",
      name: "clear",
      phone_no: "clear",
      cancel_reason: "clear",
    },
    none: ["slot_prefix", "merchant_id", "merchant_transaction_id", "payment_request", "receipt_no", "tariff"],
  },
  Mistakes: { personal: { email: "row", phone: "row", words: "row" } },
  Enquiries: {
    personal: {
      name: "row",
      email: "row",
      phone: "row",
      organisation: "row",
      city: "row",
      message: "row",
      answer: "row",
    },
  },
  Outbox: {
    personal: { recipient: "row", values: "row" },
    none: ["template", "sms_text", "last_error", "provider_id", "reference", "event"],
  },
  Security_Events: {
    personal: { subject: "clear", ip: "clear", user_agent: "clear", detail: "clear" },
    none: ["role", "request_id", "bucket"],
  },
  activity: {
    personal: { ip: "clear", user_agent: "clear" },
    none: ["action", "collection", "item", "origin"],
  },
  revisions: { personal: { data: "strip", delta: "strip" }, none: ["collection", "item"] },
  presets: {
    personal: { bookmark: "row", search: "row", layout_query: "row", layout_options: "row", filter: "row" },
    none: ["collection", "layout", "icon", "color"],
  },
  tax_invoices: {
    legal: ["recipient_name", "recipient_address", "recipient_gstin"],
    business: ["gstin", "supplier_name", "supplier_address"],
    none: ["financial_year", "invoice_no", "day", "receipt_no", "description", "sac"],
  },
  payment_attempts: {
    personal: { pay_url: "clear", decision_reason: "clear" },
    none: ["gateway", "merchant_id", "merchant_transaction_id", "code", "provider_transaction_id", "utr"],
  },
  unknown_payments: {
    business: ["closing_reason"],
    none: ["gateway", "merchant_id", "merchant_transaction_id", "code", "provider_transaction_id", "utr"],
  },
  payment_refunds: { personal: { reason: "clear" }, none: ["merchant_refund_id", "code"] },
  payments: {
    personal: { reason: "clear", reference: "clear" },
    // Renamed by erasure where it is the person's own (server/privacy/keep-accounts.ts), so that its balance remains.
    business: ["account"],
    none: ["merchant_transaction_id", "request"],
  },
  payment_settings: {
    business: ["merchant_id", "salt_key", "client_id", "client_secret", "webhook_user", "webhook_password"],
    none: ["gateway", "tax_reason"],
  },
  cash_shifts: { business: ["note", "correction_reason"] },
  Companies: {
    business: ["name", "registered_name", "slug", "cin_number", "pan", "company_logo", "suspension_reason"],
  },
  Branch: {
    business: [
      "name",
      "slug",
      "valet_number",
      "gstin",
      "address",
      "city",
      "state",
      "pincode",
      "latitude",
      "longitude",
      "agreement",
      "agreement_accepted_by",
      "signatory_name",
      "signatory_email",
      "signatory_address",
      "signatory_designation",
      "upi_vpa",
      "upi_payee_name",
      "meta_title",
      "meta_description",
      "meta_keywords",
    ],
    none: [
      "time_zone",
      "chat_room_id",
      "amenities",
      "opening_hours",
      "set_up_skipped",
      "mail_texts",
      "sms_texts",
      "capability_exceptions",
      "discount_limits",
      "payment_channels",
      "questions",
    ],
  },
  Branch_Banner_Images: { business: ["image"] },
  Onboarding_Documents: { business: ["file"] },
  Company_Notes: { business: ["note"] },
  Onboarding_Reviews: { business: ["remarks", "note", "changes"], none: ["accepted"] },
  Support_Access: { business: ["reason", "supporter_name", "decided_by", "ended_by"], none: ["session_family"] },
  Two_Person_Changes: { business: ["reason", "answer", "decided_by"], none: ["start_day", "previous"] },
  Change_Requests: { business: ["changes", "was", "area_name", "note", "answer"] },
  Company_Branch_Registration_Cache: { business: ["form_cache", "verification_cache", "company_cache"] },
  Area_Request_List: { business: ["area_name", "note"] },
  Shared_Devices: { business: ["name", "token"] },
  Printers: { business: ["name", "address"], none: ["problem"] },
  Print_Jobs: { personal: { content: "row" } },
  Webhook_Endpoints: {
    business: ["url", "description", "secret", "previous_secret"],
    none: ["event_types", "branches"],
  },
  Webhook_Events: { personal: { payload: "row", subject: "row" }, none: ["key"] },
  Webhook_Deliveries: { personal: { response: "row" }, none: ["subject"] },
  Integration_Tokens: { business: ["name", "token", "token_start"], none: ["areas"] },
  Valet_and_Parking_Configuration: { none: ["token_prefix", "key_tag_prefix", "pickup_gates", "status_names"] },
  Tariff_Versions: { none: ["tariff"] },
  Offers: {
    personal: { phones: "list" },
    business: ["coupon_title", "short_description", "coupon_code", "offer_image", "terms", "partner_name"],
    none: ["weekdays", "hours_from", "hours_to", "services", "vehicle_types"],
  },
  // Rows of the person without a text.
  Saved_Offers: { personal: {} },
  Report_Schedules: { business: ["recipients"], none: ["report_group", "filters", "mailed_until"] },
  Branch_Units: { business: ["name"] },
  Unit_Members: { business: ["name", "phone"] },
  Visit_Permissions: { business: ["name", "phone", "vehicle_no"], none: ["days", "from_time", "until_time"] },
  Slot_Blocks: { none: ["zone_or_block", "slot_prefix", "vehicle_types"] },
  Configuration_Settings: {
    business: ["support_phone", "support_email", "legal_name", "legal_address"],
    none: ["product_name", "map_tiles", "vendor_agreement", "options"],
  },
  roles: { none: ["name", "icon", "description"] },
  folders: { business: ["name"] },
  settings: { none: ["project_name", "project_url", "default_language"] },
  Areas: { none: ["area_name", "city", "state"] },
  Tags_Category: { none: ["Name"] },
  Vehicle_Type: { none: ["name", "vehicle_image", "icon"] },
  Parking_Status: { none: ["name", "colour"] },
  Valet_and_Parking_Status: { none: ["name", "colour"] },
  Pre_Booking_Status: { none: ["name", "colour"] },
};

/** True if the field can contain user input or uploads, and must be classified. */
export function needsClassification(field: Field): boolean {
  if (field.kind === "one") return field.target === "files";
  if (field.kind === "text") return field.allowedValues === undefined && field.stateTable === undefined;
  return field.kind === "json" || field.kind === "secret";
}

/** Names of the personal fields of a collection. */
export function getPersonalFields(collection: Pick<Collection, "name">): string[] {
  return Object.keys(personalData[collection.name]?.personal ?? {});
}
