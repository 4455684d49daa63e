// §8: the error catalogue: each code's HTTP status, its text and how it is shown; and the texts of what went well.
// Codes of the CMS wire contract stand at the end. The one modal shows one error at a time; a toast stays 4 s.

export type Shown = "modal-error" | "modal-warning" | "toast" | "field" | "log";
export interface CatalogueEntry {
  status: number;
  text: string;
  shown: Shown;
}

function modal(status: number, text: string): CatalogueEntry {
  return { status, text, shown: "modal-error" };
}
function warning(status: number, text: string): CatalogueEntry {
  return { status, text, shown: "modal-warning" };
}
function toast(status: number, text: string): CatalogueEntry {
  return { status, text, shown: "toast" };
}
function field(status: number, text: string): CatalogueEntry {
  return { status, text, shown: "field" };
}
/** Told to nobody at the screen; the text is for the log. */
function log(status: number, text: string): CatalogueEntry {
  return { status, text, shown: "log" };
}

export const errors = {
  // Session and access
  TOKEN_EXPIRY: warning(401, "Your session has expired. Please log in again."),
  ACCOUNT_SUSPEND: modal(403, "Your account is suspended. Ask your admin to make it active again."),
  USER_ATTENDANCE_OFF: warning(
    403,
    "You are not marked present. Ask your manager to mark your attendance, then try again.",
  ),
  STAFF_IS_INACTIVE: modal(403, "Your staff account is not active. Ask your manager to make it active."),
  MANAGER_IS_INACTIVE: modal(403, "Your manager account is not active. Ask your admin to make it active."),
  PARTNER_LOGGED_IN: warning(409, "You are logged in as a partner. Log out first, then log in as a customer."),
  CUSTOMER_LOGGED_IN: warning(409, "You are logged in as a customer. Log out first, then log in as a partner."),
  ADMIN_LOGGED_IN: warning(409, "You are logged in as an admin. Log out first, then open this page again."),
  ADMIN_GOVERNMENT_PHONE_LOGIN: warning(403, "Phone login is not available here. Log in with your email and password."),
  CUSTOMER_INVALID_CREDS: modal(401, "These login details are not right. Check them and try again."),
  EMAIL_NOT_VERIFIED: warning(
    403,
    "Your email is not verified yet. Open the link in the mail we sent you, then log in.",
  ),
  USER_INVALID_ENTITY: modal(
    403,
    "This account belongs to another kind of customer. Log in on the page of your own kind.",
  ),
  INVALID_COMPANY_OR_BRANCH: modal(404, "There is no such company or branch. Check the address and try again."),
  BRANCH_SLUG_MISSING: modal(400, "The address does not say which branch. Open the branch from your home page."),
  ONBOARDING_REDIRECT_ERROR: modal(
    409,
    "We could not open your registration. Log in again to go on where you stopped.",
  ),
  BRANCH_DRAFT: draft(),
  BRANCH_ARCHIVED: warning(403, "This branch is closed, so you cannot log in. Ask your admin."),
  BRANCH_REJECTED: warning(403, "The documents of this branch were rejected, so you cannot log in. Ask your admin."),
  BRANCH_NOT_PUBLISHED: warning(403, "This branch is not published yet. Try again once its documents are verified."),
  COMPANY_DRAFT: draft(),
  COMPANY_ARCHIVED: warning(403, "This company is closed, so you cannot log in. Ask your admin."),
  COMPANY_REJECTED: warning(403, "The documents of this company were rejected, so you cannot log in. Ask your admin."),
  COMPANY_NOT_PUBLISHED: warning(403, "This company is not published yet. Try again once its documents are verified."),
  SERVICE_NOT_ENABLED: modal(403, "This branch does not offer this service. Choose another service or branch."),

  // Payment
  ALREADY_PAID: modal(409, "This entry is already paid. Nothing more was taken."),
  PAYMENT_PENDING: warning(409, "The online payment is not confirmed yet. Wait a minute, then check again."),
  PAYMENT_REDIRECT_FAILED: modal(502, "The payment page could not be opened. Try again, or pay cash."),
  PAYMENT_FAILED: modal(402, "The payment did not go through. Try again, or pay cash."),
  PAYMENT_REFRESH: modal(409, "The payment details are out of date. Refresh your page and try again."),
  PAYMENT_NOT_OFFERED: warning(409, "This branch does not take online payments at the moment. Pay cash at the gate."),
  PAYMENT_NOT_CREDIBLE: log(
    400,
    "A message about a payment was refused: it is not from the provider, or not as we asked.",
  ),
  PAYMENT_SETTINGS_INCOMPLETE: field(400, "*The provider needs this too"),
  GSTIN_REQUIRED: field(400, "*The branch needs a GSTIN before it can charge GST"),
  AMOUNT_TOO_HIGH: field(400, "*This is more than is owed"),
  AMOUNT_BELOW_MINIMUM: field(400, "*Online payments start at one rupee"),
  REFUND_TOO_HIGH: field(400, "*This is more than is left of the payment"),
  REFUND_OVER_LIMIT: field(403, "*This is above your limit. Ask your admin to pay it back"),
  REASON_REQUIRED: field(400, "*Say why it is paid back"),
  NOTHING_TO_INVOICE: warning(
    409,
    "There is nothing to invoice here: nothing was received, or it is invoiced already.",
  ),
  INVOICE_NOT_OFFERED: warning(409, "This branch does not charge GST, so it gives receipts and no tax invoices."),
  DAY_NOT_OVER: warning(409, "This day is not over yet. Its invoice is made when it is."),
  SHIFT_ALREADY_CLOSED: warning(409, "This shift is counted already. A new one begins when you come on duty."),
  SHIFT_COUNT_REQUIRED: field(400, "*Count the cash first"),
  NOTE_REQUIRED: field(400, "*A note is required for an addition or a deduction"),
  NOT_SETTLED: warning(409, "This entry is not paid yet. Take the payment first."),
  AMOUNT_TOO_LOW: field(400, "*The amount cannot be below zero"),
  AMOUNT_MISMATCH: warning(409, "The amount has changed in the meantime. Check the new amount, then take the payment."),

  // Status and assignment
  STATUS_ALREADY_UPDATED: warning(409, "Somebody else has already updated this vehicle. Please refresh your page."),
  PERSON_STATUS_ALREADY_UPDATED: warning(
    409,
    "Somebody else has already updated this person. Please refresh your page.",
  ),
  NO_NEXT_STATUS: warning(409, "There is no such next status for this entry. Please refresh your page."),
  NO_STAFF_ASSIGN: warning(409, "No staff is assigned to this vehicle. Assign somebody first."),
  STAFF_NOT_AVAILABLE: warning(409, "No staff is available right now. Try again in a few minutes."),
  ASSIGNED_SOME_OTHER: warning(409, "This vehicle is assigned to somebody else. Only that person can move it on."),
  ASSIGN_STAFF: warning(400, "Choose a staff member for this vehicle first."),
  PICKUP_TIME: field(400, "*Choose a time within the next 12 hours"),
  HANDOVER_OTP_REQUIRED: field(
    400,
    "*Ask the customer for the OTP on the ticket, or scan its QR. Without it only a manager can hand over",
  ),
  HANDOVER_NOTE_REQUIRED: field(400, "*Say why this car is handed over without its OTP"),
  HANDOVER_LOCKED: modal(
    429,
    "Five wrong OTPs: this handover is locked for 10 minutes. Call your manager, who can hand over now.",
  ),
  APPROVAL_PENDING: warning(409, "This entry still waits for approval. Ask the approver to answer it first."),
  INVITE_NOT_VALID_NOW: warning(409, "This invite or pass is not valid at this time. Check its dates."),

  QR_NOT_VALID: warning(
    400,
    "This code is not one of ours, or not of this branch. Search by the vehicle number instead.",
  ),

  // Chat
  JOIN_CHAT_WITHOUT_NAME: field(400, "The user name is required."),
  LONG_MESSAGE: field(400, "*The message is too long. Use at most 4096 characters"),
  CHAT_ON: warning(409, "You are in another chat. End that one first, then answer this customer."),
  ALREADY_CHATTING: warning(409, "Somebody else is already in this chat. Choose another one."),
  ACTIVE_CHAT_PRESENTS: warning(409, "A chat is still open. End it first, then try again."),
  CHAT_NOT_JOINED: warning(409, "Join the chat first, so that the others see who answers."),

  // OTP and mail
  OTP_RESEND: toast(500, "The OTP could not be sent again. Try once more in a minute."),
  NO_OTP: modal(404, "There is no OTP to check. Ask for a new one."),
  OTP_INVALID: field(400, "*Invalid OTP. Check the four digits and try again"),
  OTP_EXPIRED: field(400, "*This OTP has expired. Ask for a new one"),
  OTP_TOO_MANY_TRIES: modal(429, "Too many wrong tries. Ask for a new OTP."),
  VALID_OTP_ALREADY_EXIST: warning(429, "We have just sent you an OTP. Use that one, or ask again in 30 seconds."),
  OTP_CREATION_FAILED: modal(500, "The OTP could not be made. Try again."),
  OTP_REMOVAL_FAILED: log(500, "The used OTP could not be removed."),
  SMS_OTP_FAILED: modal(502, "The SMS could not be sent. Check the phone number and try again."),
  MESSAGE_HAD_A_SECRET: warning(
    409,
    "This message carried a code or a link that is kept no longer. The person it is for can ask for a new one.",
  ),
  EMAIL_API_ISSUE: modal(502, "The mail could not be sent. Try again in a few minutes."),
  EMAIL_API_ISSUE_CATCH: modal(503, "The mail service cannot be reached. Try again in a few minutes."),

  // Slots and vehicles
  SLOT_FULL: warning(409, "All slots are taken. Wait until a vehicle goes out, or send this one to another branch."),
  SLOT_REQUIRED: field(400, "*Slot is required"),
  SLOT_EXIST: warning(409, "This slot is taken. Choose another one."),
  UPDATE_LESSER_SLOTS: warning(
    409,
    "More slots than that are taken now. Use a higher number, or wait until vehicles go out.",
  ),
  VEHICLES_MOVING: warning(409, "Vehicles are still inside or on the move. Change this when all are out."),
  PERSON_REQUESTS_PENDING: warning(409, "Requests of persons are still waiting. Answer them first, then change this."),
  VEHICLE_PASS_EXIST: warning(409, "This vehicle already has a valid long-term pass. Check it in with that pass."),
  VEHICLE_ALREADY_EXIST: warning(409, "This vehicle is already on the list. Nothing was added."),
  VEHICLE_TYPE_NOT_ALLOWED_ERROR: warning(
    409,
    "This branch does not take this type of vehicle. Choose another type or branch.",
  ),
  VEHICLE_IN_PROGRESS: warning(409, "This vehicle is already inside. Check it out first."),
  VEHICLE_IN_PROGRESS_OTHER_PHONE: warning(
    409,
    "This vehicle is already inside under another phone number. Check it out first.",
  ),
  PERSON_IN_PROGRESS: warning(409, "This person already has an open entry. Close it first."),
  PERSON_IN_PROGRESS_OTHER_PHONE: warning(
    409,
    "This person is already inside under another phone number. Close that entry first.",
  ),
  IMAGE_REQUIRED: field(400, "*Take at least one picture of the vehicle"),
  TOO_MANY_IMAGES: field(400, "*At most 5 pictures can be added"),
  VEHICLE_TYPE_REQUIRED: field(400, "*Vehicle type is required"),

  // Registration and data
  GSTIN_NOT_ACTIVE: modal(422, "This GSTIN is not active. Check the number, or use another one."),
  GSTIN_VERIFICATION_FAILED: modal(422, "The GSTIN could not be verified. Check the number and try again."),
  PAN_VERIFICATION_FAILED: modal(422, "The PAN could not be verified. Check the number and try again."),
  GSTIN_UNAVAILABLE: warning(
    503,
    "The GST register cannot be reached right now, which says nothing about your number. We keep it and ask again; come back in a few minutes.",
  ),
  PAN_UNAVAILABLE: warning(
    503,
    "The PAN register cannot be reached right now, which says nothing about your number. We keep it and ask again; come back in a few minutes.",
  ),
  FIELD_VALIDATION: field(400, "Some fields are not right. Check the marked ones and try again."),
  MINIMUM_CHARACTER: field(400, "*Minimum 3 characters required"),
  GSTIN_OTHER_PAN: field(400, "*This GSTIN holds another PAN than the company's. Check both"),
  GSTIN_OTHER_STATE: field(400, "*This GSTIN is of another state. Each state has a GSTIN of its own"),
  LOCATION_HALF: field(400, "*Give latitude and longitude, or neither"),
  DOCUMENT_REQUIRED: field(400, "*Add at least one document"),
  AGREEMENT_REQUIRED: field(400, "*Read the agreement and accept it"),
  AGREEMENT_CHANGED: modal(409, "The agreement was changed while you registered. Read it again, then accept it."),
  REGISTRATION_CHANGED: log(409, "The registration was typed on another device meanwhile."),
  REGISTRATION_DONE: warning(409, "This is registered already. Log in again to see how it stands."),
  SERVICE_REQUIRED: field(400, "*Choose at least one service"),
  AREA_EXIST: field(409, "*This area is already on the list. Choose it there"),
  COMPANY_NAME_EXIST: field(409, "*A company with this name already exists. Use another name"),
  BRANCH_NAME_EXIST: field(409, "*A branch with this name already exists. Use another name"),
  REMARK_REQUIRED: field(400, "*Say what is not right: a remark by a field, or a note"),
  REVIEW_ALREADY_DONE: warning(
    409,
    "Somebody else has decided on this meanwhile. Read it, then decide again if needed.",
  ),
  SECOND_VERIFIER_REQUIRED: warning(
    409,
    "You have said yes to this already. Publishing takes two persons: a second verifier has to say it too.",
  ),
  CHANGE_ALREADY_ASKED: warning(
    409,
    "A change is already waiting for the platform. Take that one back first, or wait for the answer.",
  ),
  AREA_REQUIRED: field(400, "*Choose the area, or make it"),
  OPENING_HOURS_OVERLAP: field(
    400,
    "*Two of these hours run into each other. Check the ends, also those past midnight",
  ),
  SERVICE_NOT_SET_UP: warning(
    409,
    "This service has never been set up here. Switch it on at the branch's configuration.",
  ),
  TEXT_LACKS_VALUE: field(400, "*This text must hold every value that is marked as needed"),
  TOO_MANY_BANNERS: field(409, "*Five banners are enough. Remove one first"),
  SLUG_RESERVED: field(409, "*This name is used by the product itself. Use another name"),
  TAG_UPDATE_FAILED: toast(500, "The tags could not be saved. Try again."),
  COMPANY_UPDATE_FAILED: toast(500, "The company could not be saved. Try again."),
  NO_MATCH_FOUND: toast(404, "Nothing was found. Check what you typed and try again."),
  NO_CHANGES: toast(400, "Nothing was changed, so there is nothing to save."),
  HEADER_SEARCH_VALIDATION_1: field(400, "*Enter a phone number, a vehicle number or an OTP"),
  HEADER_SEARCH_VALIDATION_2: field(400, "*This is not a phone number, vehicle number or OTP. Check it and try again"),
  IMAGE_OPEN_FAILED: toast(404, "The picture could not be opened. Try again."),
  IMAGE_UPLOAD_FAILED: log(500, "The picture could not be uploaded."),
  IMAGE_TOO_LARGE: field(400, "*The picture must be under 2 MB"),
  IMAGE_TYPE: field(400, "*Choose a JPEG, PNG or WebP picture"),
  FOLDER_IN_ITSELF: field(409, "*A folder cannot lie in itself. Choose another folder"),
  BOOKMARK_ADD_FAILED: toast(500, "The bookmark could not be added. Try again."),
  BOOKMARK_REMOVE_FAILED: toast(500, "The bookmark could not be removed. Try again."),
  REGISTRATION_CACHE_FAILED: log(500, "The progress of the registration could not be saved."),
  LOCATION_PERMISSION: toast(403, "Location permission is required to use this feature."),
  CAMERA_PERMISSION: toast(403, "Camera permission is required to use this feature."),
  CAMERA_NOT_SUPPORTED: toast(400, "The camera is not supported by your browser."),
  LOCATION_NOT_SUPPORTED: toast(400, "Geolocation is not supported by your browser."),

  // Account
  RESET_EMAIL_NOT_FOUND: field(404, "*There is no account with this email. Check it, or register"),
  RESET_INVALID_EMAIL: field(400, "*Invalid email"),
  INVALID_USER_DETAILS: modal(400, "These user details are not right. Check them and try again."),
  INVALID_PHONE: field(400, "*Invalid phone number"),
  INVALID_VEHICLE_NUMBER: field(400, "*Invalid vehicle number"),
  USER_EMAIL_EXIST: field(409, "*A user with this email already exists. Use another email, or log in"),
  USER_PHONE_EXIST: field(409, "*A user with this phone number already exists. Use another number, or log in"),
  PASSWORD_MISMATCH: field(400, "*Confirm password didn't match"),
  STAFF_PIN_EXIST: field(409, "*This PIN is taken. Choose another one"),
  STAFF_PIN_REQUIRED: field(400, "*PIN is required"),
  EMPLOYEE_ID_EXIST: field(409, "*Somebody else has this employee ID. Use another one"),
  INVITATION_ACCEPTED: warning(409, "This person has accepted the invitation meanwhile, so nothing was sent."),
  EMAIL_IN_USE: field(409, "*This email is already in use. Use another one"),
  EMAIL_SAME_AS_OLD: field(400, "*The new email is the same as the old one. Use another one"),
  EMAIL_LINK_EXPIRED: modal(410, "This link has expired. Ask for a new one."),
  USER_CREATION_ERROR: modal(500, "The user could not be created. Try again."),

  // Generic
  UPDATE_FAILED: toast(500, "The change could not be saved. Try again."),
  FETCH_FAILED: toast(500, "The data could not be loaded. Refresh your page."),
  CREATE_FAILED: toast(500, "The entry could not be created. Try again."),
  DELETE_FAILED: toast(500, "The entry could not be deleted. Try again."),
  LOOKUP_FAILED: log(500, "A lookup failed."),
  OFFLINE: toast(503, "There is no connection. Check your network; we try again by ourselves."),
  SOMETHING_WRONG: modal(500, "Something went wrong. Try again; if it stays, tell us when it happened."),

  // The CMS wire contract
  INVALID_PAYLOAD: modal(400, "What was sent cannot be read. Check it and send it again."),
  INVALID_QUERY: modal(400, "This list cannot be made as asked. Check the filters and try again."),
  FAILED_VALIDATION: field(400, "Some fields are not right. Check the marked ones and try again."),
  RECORD_NOT_UNIQUE: field(400, "*This value is already used. Use another one"),
  INVALID_FOREIGN_KEY: field(400, "*This choice no longer exists. Choose another one"),
  VALUE_TOO_LONG: field(400, "*This is too long. Make it shorter"),
  VALUE_OUT_OF_RANGE: field(400, "*This number is too large or too small. Use another one"),
  NOT_NULL_VIOLATION: field(400, "*This field cannot be empty"),
  CONTAINS_NULL_VALUES: field(400, "*Some entries have no value here. Fill them first"),
  INVALID_INVITE: modal(400, "This invite was used already or is not valid. Ask for a new one."),
  GRAPHQL_VALIDATION: modal(400, "This query is not valid. Check it against the schema."),
  INVALID_CREDENTIALS: modal(401, "These login details are not right. Check them and try again."),
  TOKEN_EXPIRED: warning(401, "Your session has expired. Please log in again."),
  INVALID_OTP: field(401, "*Invalid one-time password. Check it and try again"),
  INVALID_TOKEN: modal(403, "This link or login is not valid. Log in again, or ask for a new link."),
  FORBIDDEN: modal(403, "You don't have permission to access this."),
  ROUTE_NOT_FOUND: modal(404, "There is nothing at this address. Check it and try again."),
  METHOD_NOT_ALLOWED: modal(405, "This cannot be done at this address."),
  OUT_OF_TIME: modal(408, "This took too long. Try again, or ask for less at once."),
  CONTENT_TOO_LARGE: modal(413, "This is too large. Send less at once."),
  UNSUPPORTED_MEDIA_TYPE: modal(415, "This kind of file cannot be used here. Choose another one."),
  RANGE_NOT_SATISFIABLE: log(416, "The asked part of the file does not exist."),
  UNPROCESSABLE_CONTENT: modal(422, "This cannot be done with what was sent. Check it and try again."),
  REQUESTS_EXCEEDED: modal(429, "Too many tries in a short time. Wait a minute, then try again."),
  INTERNAL_SERVER_ERROR: modal(500, "Something went wrong. Try again; if it stays, tell us when it happened."),
  SERVICE_UNAVAILABLE: modal(503, "The service is not available right now. Try again in a few minutes."),
} as const satisfies { [code: string]: CatalogueEntry };

function draft(): CatalogueEntry {
  return warning(403, "Document verification is still in progress, so you cannot log in at the moment.");
}

export type ErrorCode = keyof typeof errors;

export function isErrorCode(code: unknown): code is ErrorCode {
  return typeof code === "string" && Object.hasOwn(errors, code);
}

/** The text a person reads for a code; one we do not know reads as SOMETHING_WRONG. */
export function errorText(code: string): string {
  return errors[isErrorCode(code) ? code : "SOMETHING_WRONG"].text;
}

/** Shown as toasts of 2 s. */
export const successes = {
  PAYMENT_UPDATED: "Payment updated",
  OTP_SENT_MAIL: "OTP sent to your email",
  OTP_SENT_PHONE: "OTP sent to your phone",
  DATA_UPDATED: "Saved",
  DATA_CREATED: "Created",
  DATA_DELETED: "Deleted",
  STAFF_ASSIGNED: "Staff assigned",
  CHAT_STATUS_UPDATED: "Chat status updated",
  COUPON_CODE_COPIED: "Coupon code copied",
  VEHICLE_CHECKED_IN: "Vehicle checked in",
  VEHICLE_CHECKED_OUT: "Vehicle checked out",
  VEHICLE_APPROVED: "Vehicle approved",
  VEHICLE_REJECTED: "Vehicle rejected",
  PERSON_CHECKED_IN: "Person checked in",
  PERSON_CHECKED_OUT: "Person checked out",
  PERSON_APPROVED: "Person approved",
  PERSON_REJECTED: "Person rejected",
  REQUEST_SENT: "Request sent",
  CHANGE_APPLIED: "Applied",
  CHANGE_REFUSED: "Refused",
  MESSAGE_RECEIVED: "We have got it",
  APPLICATION_SENT: "Sent for verification",
  COMPANY_UPDATED: "Company details updated",
  EMAIL_UPDATED: "Email updated",
  PAYMENT_RECORDED: "Payment recorded",
  MARKED_PAY_LATER: "Marked as pay later",
  VEHICLE_STATE_UPDATED: "Vehicle status updated",
  PAYMENT_SUCCESSFUL: "Payment successful",
  LOGGED_IN: "Logged in",
  LOGGED_OUT: "Logged out",
  VERIFICATION_MAIL_SENT: "Verification mail sent",
  INVITATION_SENT: "Invitation sent",
  MESSAGE_QUEUED: "It is sent as soon as it can be",
  TRANSACTION_ID_COPIED: "Transaction ID copied",
} as const;

export type SuccessCode = keyof typeof successes;
