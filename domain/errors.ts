// §8: error catalogue with HTTP status, text and presentation of each code; the success messages are in success-messages.ts.
// Codes of the CMS wire contract are at the end. The modal shows one error at a time; error toasts are shown for 4 s.
import { isKeyOf } from "#domain/object-keys.ts";

export type ErrorPresentation = "modal-error" | "modal-warning" | "toast" | "field" | "log";
export interface ErrorDefinition {
  status: number;
  text: string;
  presentation: ErrorPresentation;
}

function modalError(status: number, text: string): ErrorDefinition {
  return { status, text, presentation: "modal-error" };
}
function modalWarning(status: number, text: string): ErrorDefinition {
  return { status, text, presentation: "modal-warning" };
}
function toast(status: number, text: string): ErrorDefinition {
  return { status, text, presentation: "toast" };
}
function fieldError(status: number, text: string): ErrorDefinition {
  return { status, text, presentation: "field" };
}
/** Never shown to users; the text is for the log. */
function loggedError(status: number, text: string): ErrorDefinition {
  return { status, text, presentation: "log" };
}

export const errorCatalogue = {
  // Session and access
  TOKEN_EXPIRY: modalWarning(401, "Your session has expired. Please log in again."),
  ACCOUNT_SUSPEND: modalError(403, "Your account is suspended. Ask your admin to reactivate it."),
  USER_ATTENDANCE_OFF: modalWarning(
    403,
    "You are not marked present. Ask your manager to mark your attendance, then try again.",
  ),
  STAFF_NOT_OF_SERVICE: modalError(403, "You do not work for this service. Ask your manager to assign it to you."),
  STAFF_IS_INACTIVE: modalError(403, "Your staff account is not active. Ask your manager to activate it."),
  MANAGER_IS_INACTIVE: modalError(403, "Your manager account is not active. Ask your admin to activate it."),
  PIN_LOCKED: fieldError(403, "*Too many wrong PINs. Log in with your password or an OTP"),
  PARTNER_LOGGED_IN: modalWarning(409, "You are logged in as a partner. Log out first, then log in as a customer."),
  CUSTOMER_LOGGED_IN: modalWarning(409, "You are logged in as a customer. Log out first, then log in as a partner."),
  ADMIN_LOGGED_IN: modalWarning(409, "You are logged in as an admin. Log out first, then open this page again."),
  ADMIN_GOVERNMENT_PHONE_LOGIN: modalWarning(
    403,
    "Phone login is not available here. Log in with your email and password.",
  ),
  CUSTOMER_INVALID_CREDS: modalError(401, "Incorrect login details. Check them and try again."),
  EMAIL_NOT_VERIFIED: modalWarning(
    403,
    "Your email is not verified yet. Open the link in the email we sent you, then log in.",
  ),
  USER_INVALID_ENTITY: modalError(
    403,
    "This account belongs to a different customer type. Use the login page of that type.",
  ),
  INVALID_COMPANY_OR_BRANCH: modalError(404, "Company or branch not found. Check the address and try again."),
  BRANCH_DRAFT: draftError(),
  BRANCH_ARCHIVED: modalWarning(
    403,
    "This branch is closed, so you cannot log in. Ask your admin. If you are the admin, contact us.",
  ),
  BRANCH_REJECTED: modalWarning(
    403,
    "The documents of this branch were rejected, so you cannot log in. Ask your admin.",
  ),
  BRANCH_NOT_PUBLISHED: modalWarning(
    403,
    "This branch is not published yet. Try again once its documents are verified.",
  ),
  COMPANY_DRAFT: draftError(),
  COMPANY_ARCHIVED: modalWarning(
    403,
    "This company is closed, so you cannot log in. Ask your admin. If you are the admin, contact us.",
  ),
  COMPANY_REJECTED: modalWarning(
    403,
    "The documents of this company were rejected, so you cannot log in. Ask your admin.",
  ),
  COMPANY_SUSPENDED: modalWarning(403, "This company is suspended. Its admins were emailed the reason."),
  COMPANY_NOT_PUBLISHED: modalWarning(
    403,
    "This company is not published yet. Try again once its documents are verified.",
  ),
  SUPPORT_ENDED: modalWarning(403, "The support access to this branch has ended."),
  SERVICE_NOT_ENABLED: modalError(403, "This branch does not offer this service. Choose another service or branch."),

  // Payment
  ALREADY_PAID: modalError(409, "This entry is already paid. No further payment was taken."),
  PAYMENT_PENDING: modalWarning(409, "The online payment is not confirmed yet. Wait a minute, then check again."),
  PAYMENT_REDIRECT_FAILED: modalError(502, "The payment page could not be opened. Try again, or pay cash."),
  PAYMENT_NOT_OFFERED: modalWarning(
    409,
    "This branch does not accept online payments at the moment. Pay cash at the gate.",
  ),
  PAYMENT_NOT_CREDIBLE: loggedError(
    400,
    "A payment message was rejected: it is not from the provider or has been altered.",
  ),
  PAYMENT_SETTINGS_INCOMPLETE: fieldError(400, "*Required by the payment provider"),
  GSTIN_REQUIRED: fieldError(400, "*Add the branch's GSTIN before you charge GST"),
  AMOUNT_TOO_HIGH: fieldError(400, "*This is more than the balance due"),
  AMOUNT_BELOW_MINIMUM: fieldError(400, "*Online payments must be at least ₹1"),
  REFUND_TOO_HIGH: fieldError(400, "*This is more than can be refunded"),
  REFUND_OVER_LIMIT: fieldError(403, "*This is above your refund limit. Ask your admin to refund it"),
  REASON_REQUIRED: fieldError(400, "*Enter a reason for the refund"),
  NOTHING_TO_INVOICE: modalWarning(
    409,
    "There is nothing to invoice: nothing was received, it was refunded, or an invoice exists.",
  ),
  INVOICE_NOT_OFFERED: modalWarning(409, "This branch does not charge GST: it issues receipts but no tax invoices."),
  DAY_NOT_OVER: modalWarning(409, "The day is not over yet. Its invoice can be created after it ends."),
  SHIFT_ALREADY_CLOSED: modalWarning(409, "This shift is already closed. A new one starts when you go on duty."),
  SHIFT_COUNT_REQUIRED: fieldError(400, "*Enter the counted cash first"),
  SHIFT_NOTE_REQUIRED: fieldError(400, "*Enter why you close the shift of someone else"),
  SHIFT_NOT_OPEN: modalWarning(409, "You have no open shift. A new one starts when you go on duty."),
  CASH_HANDOVER_PENDING: modalWarning(409, "A handover is not confirmed yet. Wait for it, or withdraw it first."),
  CASH_HANDOVER_DECIDED: modalWarning(409, "This handover is already confirmed, declined or withdrawn."),
  CASH_HANDOVER_TOO_HIGH: fieldError(400, "*This is more cash than your shift has"),
  CASH_HANDOVER_TOO_LOW: fieldError(400, "*Enter an amount above ₹0"),
  CASH_RECEIVER_NOT_AVAILABLE: fieldError(400, "*Choose a colleague of this branch who is on duty"),
  NOTE_REQUIRED: fieldError(400, "*Enter a reason for the extra charge or discount"),
  DISCOUNT_OVER_LIMIT: fieldError(403, "*This is above your discount limit. Ask a manager or an admin to give it"),
  SHIFT_REQUIRED: modalWarning(409, "Cash is refunded from your own open shift. Start your duty first."),
  REVERSAL_NOT_ALLOWED: modalWarning(403, "Only payments that you took can be reversed. Ask a manager for a refund."),
  PAYMENT_CORRECTED: modalWarning(409, "This payment was already reversed or refunded."),
  PAYMENT_INVOICED: modalWarning(409, "A tax invoice was issued for this payment. Ask a manager for a refund."),
  DEFER_REASON_REQUIRED: fieldError(400, "*Enter a reason for paying later"),
  WRITE_OFF_REASON_REQUIRED: fieldError(400, "*Enter a reason for the write-off"),
  DEBT_WRITTEN_OFF: modalWarning(409, "This debt was written off. Nothing is due."),
  NOTHING_OWED: modalWarning(409, "Nothing is owed for this entry. It may have been paid meanwhile."),
  PAY_LINK_ENDED: modalError(
    410,
    "This payment link has expired. Ask the parking location for a receipt or if an amount is due.",
  ),
  NOT_SETTLED: modalWarning(409, "This entry is not paid yet. Collect the payment first."),
  AMOUNT_TOO_LOW: fieldError(400, "*The amount cannot be negative"),
  AMOUNT_MISMATCH: modalWarning(409, "The amount has changed. Check the new amount and try again."),

  // Tariffs
  INVALID_TARIFF: modalError(400, "This tariff cannot be used. Correct the line that is wrong."),
  TARIFF_REQUIRED: modalWarning(409, "Set the tariff first, or that it is free of charge. A manager can do this."),
  BOOKMARK_ADD_FAILED: toast(409, "The coupon could not be saved. Refresh the page."),
  BOOKMARK_REMOVE_FAILED: toast(409, "The coupon could not be removed. Refresh the page."),
  OFFER_NOT_APPLICABLE: modalWarning(409, "This offer does not apply to this payment."),
  TARIFF_TERM_NOT_OFFERED: fieldError(400, "*The tariff of this entry does not offer this"),
  BILL_INCOMPLETE: fieldError(400, "*Enter the shop, the number and the amount of the bill"),
  BILL_ALREADY_USED: modalWarning(409, "This bill was already used for another vehicle. A bill counts once."),
  TARIFF_VERSION_IN_USE: modalWarning(
    409,
    "This version of the tariff has started, so it cannot be changed. Create a new version.",
  ),

  // Personal data
  ERASURE_VEHICLE_INSIDE: modalError(
    409,
    "A vehicle of this person is still inside. Erase the data after it has checked out.",
  ),
  ERASURE_MONEY_OWED: modalError(
    409,
    "An amount is still due or to be returned, or a payment is pending for this person. Erase the data after it is settled.",
  ),

  // Status and assignment
  STATUS_ALREADY_UPDATED: modalWarning(409, "Someone else has already updated this vehicle. Please refresh your page."),
  PERSON_STATUS_ALREADY_UPDATED: modalWarning(
    409,
    "Someone else has already updated this person. Please refresh your page.",
  ),
  NO_NEXT_STATUS: modalWarning(409, "There is no next status for this entry. Please refresh your page."),
  BADGE_IN_USE: fieldError(409, "*This badge is in use"),
  CHANGE_REASON_REQUIRED: fieldError(400, "*Enter a reason"),
  EXIT_TIME_INVALID: fieldError(400, "*Enter a time from the check-in, or the last payment, until now"),
  CORRECTION_NOT_ALLOWED: modalWarning(
    403,
    "You can correct an entry only within 10 minutes after it was made. Ask your manager to correct it.",
  ),
  CORRECTION_OF_PASS: modalWarning(
    409,
    "This entry belongs to a pass and cannot be corrected. Void it, then check the vehicle in again.",
  ),
  CORRECTION_OF_CLOSED_TYPE: fieldError(409, "*The vehicle type of a closed entry cannot be changed"),
  VOID_NOT_ALLOWED: modalWarning(
    403,
    "You can void only your own unpaid entry, and only within 5 minutes. Ask your manager to void it.",
  ),
  BOOKING_CANCEL_NOT_ALLOWED: modalWarning(403, "You cannot cancel this booking. Ask your manager to cancel it."),
  VOID_CASH_RECEIVED: modalWarning(
    409,
    "Staff received money for this entry. A manager returns it with Refund, under Payments, before it is closed.",
  ),
  VOID_ONLINE_RECEIVED: modalWarning(
    409,
    "An online payment was received for this entry. A manager voids it on its page, which refunds the payment.",
  ),
  NO_STAFF_ASSIGN: modalWarning(409, "No staff is assigned to this vehicle. Assign a driver first."),
  STAFF_NOT_AVAILABLE: modalWarning(409, "No staff is available right now. Try again in a few minutes."),
  ASSIGNED_SOME_OTHER: modalWarning(409, "This vehicle is assigned to someone else. Only that driver can continue."),
  KEYS_IN_HAND: modalWarning(409, "You still have keys of cars. Hand them over first."),
  ASSIGN_STAFF: modalWarning(400, "Choose a driver for this vehicle first."),
  PICKUP_TIME: fieldError(400, "*Choose a time within the next 12 hours"),
  HANDOVER_OTP_REQUIRED: fieldError(
    400,
    "*Ask the customer for the OTP on the ticket, or scan its QR code. Without it, only a manager can hand over the car",
  ),
  HANDOVER_NOTE_REQUIRED: fieldError(400, "*Enter a reason for the handover without OTP"),
  PROOF_REQUIRED: fieldError(400, "*Take a picture of the proof"),
  HANDOVER_LOCKED: modalError(
    429,
    "Wrong OTP entered five times: this handover is locked for 10 minutes. Your manager can hand over now.",
  ),
  APPROVAL_PENDING: modalWarning(409, "This entry is waiting for approval. Ask an approver to decide first."),
  INVITE_NOT_VALID_NOW: modalWarning(409, "This invite or pass is not valid at this time. Check its dates."),
  INVITE_PROOF_REQUIRED: fieldError(409, "*Scan the code of this invite, or enter the phone number it was created for"),
  INVITES_EXCEEDED: modalError(429, "You have reached the daily invite limit of your account. Try again tomorrow."),
  INVITE_TOO_LONG: fieldError(400, "*This is longer than the branch allows for invites"),

  QR_NOT_VALID: modalWarning(400, "This code is not valid at this branch. Search by vehicle number instead."),

  // Chat
  JOIN_CHAT_WITHOUT_NAME: fieldError(400, "The user name is required."),
  LONG_MESSAGE: fieldError(400, "*The message is too long. Use at most 4096 characters"),
  CHAT_ON: modalWarning(409, "You are in another chat. End it first, then reply to this customer."),
  ALREADY_CHATTING: modalWarning(409, "Someone else is already replying to this customer."),
  ACTIVE_CHAT_PRESENTS: modalWarning(409, "A chat is still open. End it first, then try again."),
  CHAT_NOT_JOINED: modalWarning(409, "Join the chat before you reply."),

  // OTP and email
  OTP_RESEND: toast(500, "The OTP could not be resent. Try again in a minute."),
  NO_OTP: modalError(404, "There is no OTP to check. Request a new one."),
  OTP_INVALID: fieldError(400, "*Invalid OTP. Check the digits and try again"),
  OTP_EXPIRED: fieldError(400, "*This OTP has expired. Request a new one"),
  OTP_TOO_MANY_TRIES: modalError(429, "Too many incorrect attempts. Request a new OTP."),
  VALID_OTP_ALREADY_EXIST: modalWarning(
    429,
    "We have just sent you an OTP. Use it, or request a new one in 30 seconds.",
  ),
  OTP_CREATION_FAILED: modalError(500, "The OTP could not be created. Try again."),
  SMS_OTP_FAILED: modalError(502, "The SMS could not be sent. Check the phone number and try again."),
  MESSAGE_HAD_A_SECRET: modalWarning(
    409,
    "This message contained a code or link and cannot be resent. The recipient can request a new one.",
  ),
  EMAIL_API_ISSUE: modalError(502, "The email could not be sent. Try again in a few minutes."),

  // Slots and vehicles
  ENTRY_CHANGED: modalWarning(409, "Somebody else has changed this entry. Check it and save again."),
  SLOT_FULL: modalWarning(409, "All slots are occupied. Wait until a vehicle leaves, or use another branch."),
  BOOKINGS_FULL: modalWarning(409, "No slot is left for this time. Choose another time."),
  BOOKING_TOO_EARLY: modalWarning(409, "The slot is not held yet. Check in without the booking."),
  BOOKING_TOO_LATE: modalWarning(409, "The slot is not held any more. Check in without the booking."),
  SLOT_REQUIRED: fieldError(400, "*Slot is required"),
  SLOT_EXIST: modalWarning(409, "This slot is occupied. Choose another one."),
  KEY_TAG_TAKEN: fieldError(409, "*This key tag is on another key. Choose a free one"),
  SLOT_FOR_OTHER_TYPES: modalWarning(409, "This slot is for other vehicle types. Choose one in another block."),
  UPDATE_LESSER_SLOTS: modalWarning(
    409,
    "More slots than that are occupied now. Enter a higher number, or wait until vehicles leave.",
  ),
  VEHICLES_MOVING: modalWarning(
    409,
    "A vehicle is arriving, or still inside if you switch parking off. Try again when it has been let in or has left.",
  ),
  PERSON_REQUESTS_PENDING: modalWarning(
    409,
    "Some requests are still waiting for approval. Decide them first, then change this.",
  ),
  VEHICLE_PASS_EXIST: modalWarning(409, "This vehicle already has a valid long-term pass. Check it in with that pass."),
  VEHICLE_ALREADY_EXIST: modalWarning(409, "This vehicle is already on the list. Nothing was added."),
  VEHICLE_TYPE_NOT_ALLOWED_ERROR: modalWarning(
    409,
    "This branch does not accept this vehicle type. Choose another type or branch.",
  ),
  VEHICLE_IN_PROGRESS: modalWarning(409, "This vehicle is already inside. Check it out first."),
  VEHICLE_IN_PROGRESS_OTHER_PHONE: modalWarning(
    409,
    "This vehicle is already inside under another phone number. Check it out first.",
  ),
  PERSON_IN_PROGRESS: modalWarning(409, "This person already has an open entry. Close it first."),
  PERSON_IN_PROGRESS_OTHER_PHONE: modalWarning(
    409,
    "This person is already inside under another phone number. Close that entry first.",
  ),
  IMAGE_REQUIRED: fieldError(400, "*Take at least one photo of the vehicle"),
  TOO_MANY_IMAGES: fieldError(400, "*You can add up to 5 photos"),
  VEHICLE_TYPE_REQUIRED: fieldError(400, "*Vehicle type is required"),

  // Registration and data
  GSTIN_NOT_ACTIVE: modalError(422, "This GSTIN is not active. Check the number, or use another one."),
  GSTIN_VERIFICATION_FAILED: modalError(422, "The GSTIN could not be verified. Check the number and try again."),
  PAN_VERIFICATION_FAILED: modalError(422, "The PAN could not be verified. Check the number and try again."),
  GSTIN_UNAVAILABLE: modalWarning(
    503,
    "The GST register is not available right now. Your number is saved and we will check it again; try again in a few minutes.",
  ),
  PAN_UNAVAILABLE: modalWarning(
    503,
    "The PAN register is not available right now. Your number is saved and we will check it again; try again in a few minutes.",
  ),
  GSTIN_OTHER_PAN: fieldError(400, "*This GSTIN belongs to a different PAN"),
  GSTIN_OTHER_STATE: fieldError(400, "*This GSTIN is for a different state. Each state has its own GSTIN"),
  LOCATION_HALF: fieldError(400, "*Enter both latitude and longitude, or neither"),
  DOCUMENT_REQUIRED: fieldError(400, "*Add at least one document"),
  AGREEMENT_REQUIRED: fieldError(400, "*Read and accept the agreement"),
  AGREEMENT_CHANGED: modalError(409, "The agreement has changed. Please read and accept it again."),
  REGISTRATION_CHANGED: loggedError(409, "The registration was changed on another device."),
  REGISTRATION_DONE: modalWarning(409, "This is already registered. Log in to see its status."),
  SERVICE_REQUIRED: fieldError(400, "*Choose at least one service"),
  AREA_EXIST: fieldError(409, "*This area is already on the list. Choose it there"),
  COMPANY_NAME_EXIST: fieldError(409, "*A company with this name already exists. Use another name"),
  BRANCH_NAME_EXIST: fieldError(409, "*A branch with this name already exists. Use another name"),
  REMARK_REQUIRED: fieldError(400, "*Add a remark to a field, or a note"),
  REVIEW_ALREADY_DONE: modalWarning(
    409,
    "Someone else has already decided. Check the decision and try again if needed.",
  ),
  REVIEW_ALREADY_ASSIGNED: modalWarning(409, "Another verifier is already assigned to this review."),
  SECOND_VERIFIER_REQUIRED: modalWarning(409, "You have already approved this. A second verifier must approve it too."),
  CHANGE_ALREADY_ASKED: modalWarning(
    409,
    "A change request is already pending. Cancel it first, or wait for the decision.",
  ),
  SUPPORT_ALREADY_ASKED: modalWarning(409, "Your request for this branch is still waiting. Withdraw it first."),
  RATING_NOT_ALLOWED: toast(409, "This visit cannot be rated now."),
  RATING_EXISTS: toast(409, "This visit is already rated."),
  AREA_REQUIRED: fieldError(400, "*Choose an area or add it"),
  OPENING_HOURS_OVERLAP: fieldError(
    400,
    "*Two of these periods overlap. Check the end times, including those past midnight",
  ),
  SERVICE_NOT_SET_UP: modalWarning(409, "This service has never been set up here. Turn it on in Branch settings."),
  TEXT_LACKS_VALUE: fieldError(400, "*The text must contain every required placeholder"),
  SMS_TEXT_PLACEHOLDERS: fieldError(400, "*Use each placeholder of the English text, once, and no others"),
  TOO_MANY_PRESETS: modalError(409, "You have reached the limit of saved views. Delete one first."),
  TOO_MANY_BANNERS: fieldError(409, "*You can have up to five banners. Remove one first"),
  NO_MATCH_FOUND: toast(404, "No matches found. Check your input and try again."),
  NO_CHANGES: toast(400, "There are no changes to save."),
  HEADER_SEARCH_VALIDATION_1: fieldError(400, "*Enter a vehicle number, phone number, name, token or OTP"),
  HEADER_SEARCH_VALIDATION_2: fieldError(400, "*Enter a valid vehicle number, phone number, name, token or OTP"),
  IMAGE_OPEN_FAILED: toast(404, "The image could not be opened. Try again."),
  IMAGE_UPLOAD_FAILED: loggedError(500, "The image could not be uploaded. Try again."),
  IMAGE_TOO_LARGE: fieldError(400, "*The image must be under 2 MB"),
  IMAGE_TYPE: fieldError(400, "*Choose a JPEG, PNG or WebP image"),
  FOLDER_IN_ITSELF: fieldError(409, "*A folder cannot be inside itself. Choose another folder"),
  REGISTRATION_CACHE_FAILED: loggedError(500, "The progress of the registration could not be saved."),
  LOCATION_PERMISSION: toast(403, "Location permission is required to use this feature."),
  CAMERA_PERMISSION: toast(403, "Camera permission is required to use this feature."),
  CAMERA_NOT_SUPPORTED: toast(400, "The camera is not supported by your browser."),
  LOCATION_NOT_SUPPORTED: toast(400, "Geolocation is not supported by your browser."),

  // Account
  RESET_INVALID_EMAIL: fieldError(400, "*Invalid email"),
  INVALID_USER_DETAILS: modalError(400, "Incorrect user details. Check them and try again."),
  INVALID_PHONE: fieldError(400, "*Invalid phone number"),
  INVALID_VEHICLE_NUMBER: fieldError(400, "*Invalid vehicle number"),
  VISIT_CODE_REQUIRED: fieldError(409, "*Another account has this vehicle. Enter the code of one of its visits"),
  VISIT_CODE_INVALID: fieldError(400, "*Use the code of a visit of this vehicle in the last 30 days"),
  USER_EMAIL_EXIST: fieldError(409, "*A user with this email already exists. Use another email, or log in"),
  USER_PHONE_EXIST: fieldError(409, "*A user with this phone number already exists. Use another number, or log in"),
  COMMON_PASSWORD: fieldError(400, "*This password is too common. Choose a stronger one"),
  PASSWORD_MISMATCH: fieldError(400, "*Confirm password didn't match"),
  STAFF_PIN_EXIST: fieldError(409, "*This PIN is already used. Choose a different one"),
  STAFF_PIN_REQUIRED: fieldError(400, "*PIN is required"),
  EMPLOYEE_ID_EXIST: fieldError(409, "*This employee ID is already used. Use a different one"),
  INVITATION_ACCEPTED: modalWarning(409, "This person has already accepted the invitation, so nothing was sent."),
  EMAIL_IN_USE: fieldError(409, "*This email is already in use. Use another one"),
  EMAIL_SAME_AS_OLD: fieldError(400, "*The new email is the same as the current one. Use a different one"),
  LINK_EXPIRED: modalError(410, "This link has expired. Request a new one."),

  // Generic
  UPDATE_FAILED: toast(500, "The change could not be saved. Try again."),
  FETCH_FAILED: toast(500, "The data could not be loaded. Refresh your page."),
  OFFLINE: toast(503, "No connection. Check your network and try again."),
  SOMETHING_WRONG: modalError(500, "Something went wrong. Try again, or contact support with the time it happened."),

  // The CMS wire contract
  INVALID_PAYLOAD: modalError(400, "The request could not be read. Check it and try again."),
  INVALID_QUERY: modalError(400, "This list could not be loaded with these filters. Check them and try again."),
  FAILED_VALIDATION: fieldError(400, "Some fields are incorrect. Check the marked fields and try again."),
  RECORD_NOT_UNIQUE: fieldError(400, "*This value is already used. Use another one"),
  INVALID_FOREIGN_KEY: fieldError(400, "*This option no longer exists. Choose another one"),
  VALUE_TOO_LONG: fieldError(400, "*This is too long. Make it shorter"),
  VALUE_OUT_OF_RANGE: fieldError(400, "*This number is too high or too low"),
  NOT_NULL_VIOLATION: fieldError(400, "*This field cannot be empty"),
  INVALID_INVITE: modalError(400, "This invite was already used or is not valid. Ask for a new one."),
  GRAPHQL_VALIDATION: modalError(400, "This query is not valid. Check it against the schema."),
  INVALID_CREDENTIALS: modalError(401, "Incorrect login details. Check them and try again."),
  TOKEN_EXPIRED: modalWarning(401, "Your session has expired. Please log in again."),
  INVALID_OTP: fieldError(401, "*Invalid one-time password. Check it and try again"),
  INVALID_TOKEN: modalError(403, "This link or login is not valid. Log in again, or ask for a new link."),
  FORBIDDEN: modalError(403, "You don't have permission to access this."),
  ROUTE_NOT_FOUND: modalError(404, "Page or record not found. Check the address and try again."),
  METHOD_NOT_ALLOWED: modalError(405, "This method is not available at this address."),
  REQUEST_IN_PROGRESS: modalWarning(409, "This request is still being processed. Wait a few seconds, then try again."),
  IDEMPOTENCY_KEY_REUSED: modalError(
    422,
    "This request was already sent with other details. Refresh your page and try again.",
  ),
  OUT_OF_TIME: modalError(408, "This took too long. Try again, or request less data."),
  CONTENT_TOO_LARGE: modalError(413, "The request is too large. Send less data."),
  UNSUPPORTED_MEDIA_TYPE: modalError(415, "This file type is not supported. Choose a different file."),
  RANGE_NOT_SATISFIABLE: loggedError(416, "The requested part of the file does not exist."),
  ACCOUNT_MESSAGES_EXCEEDED: modalError(
    429,
    "You have reached the daily message limit of your account. Try again tomorrow.",
  ),
  RECIPIENT_MESSAGES_EXCEEDED: modalError(
    429,
    "This recipient has reached the daily message limit. Try again tomorrow.",
  ),
  BRANCH_MESSAGES_EXCEEDED: modalError(429, "This branch has reached its daily message limit. Try again tomorrow."),
  REQUESTS_EXCEEDED: modalError(429, "Too many attempts. Wait a minute, then try again."),
  TOO_MANY_REQUESTS: modalError(429, "Too many requests. Wait a few seconds, then try again."),
  INTERNAL_SERVER_ERROR: modalError(
    500,
    "Something went wrong. Try again, or contact support with the time it happened.",
  ),
  SERVICE_UNAVAILABLE: modalError(503, "The service is not available right now. Try again in a few minutes."),
  SERVER_BUSY: modalError(503, "The server is busy. Try again in a few seconds."),
} as const satisfies { [code: string]: ErrorDefinition };

function draftError(): ErrorDefinition {
  return modalWarning(403, "Document verification is still in progress, so you cannot log in at the moment.");
}

export type ErrorCode = keyof typeof errorCatalogue;

export function isErrorCode(code: unknown): code is ErrorCode {
  return isKeyOf(errorCatalogue, code);
}

/** User text of a code; an unknown code gets the text of SOMETHING_WRONG. */
export function getErrorText(code: string): string {
  return errorCatalogue[isErrorCode(code) ? code : "SOMETHING_WRONG"].text;
}
