// §6: the capabilities and their labels, apart from their roles so that pages without labels do not load them.

/** Capabilities with their labels. */
export const capabilityLabels = {
  "gate.operate": "Check in, check out and collect payments",
  "gate.scan": "Scan slips, invites and passes",
  "request.decide": "Approve and reject entry requests",
  "invite.host": "Invite visitors",
  "valet.drive": "Park and retrieve vehicles",
  "valet.manage": "Assign valet drivers, hand over without OTP and take over chats",
  "charge.defer": "Let customers pay later",
  "payment.refund": "Refund online payments",
  "payment.refund-unlimited": "Refund more than the branch's limit",
  "invoice.issue": "Issue tax invoices",
  "report.read": "View reports and daily cash",
  "branch.configure": "Change branch settings and view their history",
  "branch.switch": "Switch between the company's branches",
  "permission.configure": "Change what roles may do at a branch",
  "company.configure": "Change company settings",
  "payment.configure": "Change payment settings",
  "people.manage": "Manage people and attendance",
  "people.assign": "Change a person's role and branch",
  "account.recover": "Reset two-factor authentication",
  "message.manage": "View and resend messages",
  "integration.manage": "Manage API tokens",
  "security.read": "View the security log",
  "registration.submit": "Register and correct companies and branches",
  "tax-id.verify": "Verify GSTIN and PAN",
  "platform.review": "Review registrations and change requests",
  "platform.administer": "Administer the platform and all its data",
  "operations.read": "View operational indicators",
  "personal-data.manage": "Export and erase personal data",
} as const;

export type Capability = keyof typeof capabilityLabels;
