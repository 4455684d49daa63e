// The actions around an account, a payment and a conversation, as the reference tells of them.
import type { Who } from "#domain/roles.ts";
import { type Call, somebody } from "#server/features/reference/call.ts";

type Told = readonly [method: Call["method"], path: string, summary: string];

/** What is sent and answered there is told by the page that uses it; here, that it is there, and for whom. */
function area({ tag, isFor, told }: { tag: string; isFor?: (who: Who) => boolean; told: readonly Told[] }): Call[] {
  return told.map(([method, path, summary]) => ({
    method,
    path,
    summary,
    tag: `Actions: ${tag}`,
    isPlain: true,
    ...(isFor ? { isFor } : {}),
  }));
}

const works = (who: Who): boolean => ["platform", "admin", "manager", "staff"].includes(who.role);
const leads = (who: Who): boolean => ["platform", "admin", "manager"].includes(who.role);

const account = area({
  tag: "account",
  isFor: somebody,
  told: [
    ["GET", "/actions/account/security", "How one's account is guarded, and where one is logged in"],
    ["POST", "/actions/account/password", "Change one's password"],
    ["POST", "/actions/account/email", "Ask for another email address"],
    ["POST", "/actions/account/email/cancel", "Keep the old one"],
    ["POST", "/actions/account/send-verification", "Send the mail that verifies one's address again"],
    ["POST", "/actions/account/sessions/:id/end", "Log out one device"],
    ["POST", "/actions/account/sessions/end-others", "Log out all other devices"],
    ["POST", "/actions/account/sessions/end-all", "Log out everywhere"],
  ],
});
const onboarding = area({
  tag: "onboarding",
  isFor: (who) => who.role === "admin",
  told: [
    ["GET", "/actions/onboarding/agreement", "The agreement a branch is registered with"],
    ["POST", "/actions/onboarding/check-name", "Whether a company's or branch's name is free"],
    ["POST", "/actions/onboarding/register", "Register a company with its first branch, or a further branch"],
    ["POST", "/actions/onboarding/correct", "Correct what was turned down, and send it again"],
  ],
});
const newVendor = area({
  tag: "onboarding",
  told: [
    ["POST", "/actions/onboarding/send-codes", "Send a code to the phone and one to the mail of a new vendor"],
    ["POST", "/actions/onboarding/send-code-again", "Send one of them again"],
    ["POST", "/actions/onboarding/check-code", "Prove a phone or mail by its code"],
    ["POST", "/actions/onboarding/create-account", "Make the admin's account with both proofs"],
    ["POST", "/actions/onboarding/state", "How a registration stands"],
  ],
});
const links = area({
  tag: "account",
  told: [
    ["POST", "/actions/account/verify-email", "Verify an address by the link of a mail"],
    ["POST", "/actions/account/confirm-email", "Confirm a new address by the link of a mail"],
    ["POST", "/actions/invitations/read", "What an invitation says, by its link"],
  ],
});
const customers = area({
  tag: "customers",
  told: [
    ["POST", "/actions/customers/register", "Register as a customer"],
    ["POST", "/actions/customers/send-code", "Send a code to log in with"],
    ["POST", "/actions/customers/send-code-again", "Send it again"],
    ["POST", "/actions/customers/log-in-with-code", "Log in with the code"],
  ],
});
const integrations = area({
  tag: "integrations",
  isFor: (who) => ["platform", "admin"].includes(who.role),
  told: [
    ["POST", "/actions/integrations", "Make a token for a program; it is shown once"],
    ["POST", "/actions/integrations/:id/revoke", "End it"],
    ["POST", "/actions/account/users/:id/reset-second-factor", "Turn off the second factor of who lost it"],
    ["POST", "/actions/outbox/:id/resend", "Send a mail or SMS again"],
  ],
});
const people = area({
  tag: "people",
  isFor: leads,
  told: [
    ["POST", "/actions/people", "Make an account for somebody and invite them by mail"],
    ["POST", "/actions/people/:id/invite", "Send the invitation again, to another `email` where the first was wrong"],
    ["GET", "/actions/people/attendance", "Who was on duty on a day, from when to when"],
    [
      "POST",
      "/actions/people/import/preview",
      "What a file of staff or employees holds, and what of it cannot be taken",
    ],
    ["POST", "/actions/people/import", "Take the people of a file, all or none; one line a step"],
  ],
});
const payments = area({
  tag: "payments",
  told: [
    ["GET", "/actions/payments/link/:token", "What is owed, for the holder of a link"],
    ["POST", "/actions/payments/link/:token/start", "Begin to pay"],
    ["POST", "/actions/payments/link/:token/check", "Ask whether it was paid"],
    ["GET", "/actions/receipts/:token", "A receipt, for the holder of its link"],
    ["POST", "/actions/receipts/:token/invoice", "An invoice with one's GSTIN"],
  ],
});
const cash = area({
  tag: "payments",
  isFor: works,
  told: [
    ["GET", "/actions/payments/parking/:id", "What is owed for a visit, and how to pay"],
    ["GET", "/actions/payments/valet/:id", "The same for a ticket"],
    ["POST", "/actions/payments/parking/:id/start", "Begin an online payment of a visit"],
    ["POST", "/actions/payments/valet/:id/start", "The same for a ticket"],
    ["GET", "/actions/cash/day", "Cash taken in a day, by person and shift"],
  ],
});
const books = area({
  tag: "payments",
  isFor: leads,
  told: [
    ["POST", "/actions/payments/attempts/:id/refund", "Give an online payment back"],
    ["POST", "/actions/invoices/day", "The invoices of a day"],
  ],
});
const chat = area({
  tag: "valet",
  isFor: works,
  told: [
    ["GET", "/actions/valet/:id/chat", "The conversation with the owner of a car"],
    ["GET", "/actions/valet/:id/my-page", "The page the customer sees"],
    ["POST", "/actions/valet/scan", "What a scanned ticket says, and what comes next"],
  ],
});
const customerChat = area({
  tag: "valet customer",
  told: [["GET", "/actions/valet/customer/chat", "The conversation with the people at the gate"]],
});

const setUp = area({
  tag: "configuration",
  isFor: leads,
  told: [
    ["GET", "/actions/configuration/history", "What was changed of parking, the branch or the company (`of`)"],
    ["POST", "/actions/configuration/services", "Switch services of the branch on and off"],
  ],
});
const enquiries = area({
  tag: "public",
  told: [["POST", "/actions/enquiries", "Write to the platform: business affiliation or a suggestion"]],
});

export const moreActions: readonly Call[] = [
  account,
  links,
  onboarding,
  newVendor,
  customers,
  integrations,
  people,
  payments,
  cash,
  books,
  chat,
  customerChat,
  setUp,
  enquiries,
].flat();
