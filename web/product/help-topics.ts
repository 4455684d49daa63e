// §2: help texts of form fields, shown by web/product/help-button.tsx. A title must differ from the field's label, so that screen
// reader users can tell them apart.
export interface HelpTopic {
  title: string;
  text: string;
}

export const helpTopics = {
  gstin: {
    title: "GSTIN",
    text: "15 characters, on your GST certificate and tax invoices. The first two are the state code and the next ten your PAN. You have one GSTIN per state; enter the one for this branch's state. Leave it empty if you are not registered: you can then issue receipts but no tax invoices.",
  },
  pan: {
    title: "PAN",
    text: "The PAN of the business, not of an employee; sole proprietors enter their own. We check that it is active, and the verifier compares it with your documents. Only verifiers see it.",
  },
  signatory: {
    title: "Authorised signatory",
    text: "The person who may sign for the business: a director, partner, owner or someone with a letter of authority. Their name appears on the agreement, and we contact them with questions. They do not need an account.",
  },
  agreement: {
    title: "Accepting the agreement",
    text: "Accepting counts as signing. We save the text, your name and the time with the branch, and you can read it at any time. If the text changes later, your version applies until you accept a new one.",
  },
  slotAllocation: {
    title: "Slot allocation",
    text: "“Lowest free slot” fills the blocks in order and is fastest at the gate. With “Staff choose the slot”, staff pick it on the screen, for example where customers have reserved slots. A slot is never given to two vehicles.",
  },
  paymentType: {
    title: "When to collect payment",
    text: "At exit: the charge runs until the vehicle leaves. At entry: the customer pays first, and a longer stay is paid at exit. On credit: the vehicle leaves unpaid and the amount stays due, for example for tenants who pay monthly.",
  },
  pin: {
    title: "Staff PIN",
    text: "The PIN identifies staff who share a phone or desk. It is unique at the branch and stored so that no one can read it; staff who forget it get a new one. It is not a password.",
  },
  employeeId: {
    title: "Employee ID",
    text: "As on the ID card or payroll, up to 12 characters. It helps to find people in lists and imports and is unique in your company. Leave it empty if you do not use one.",
  },
  paymentKeys: {
    title: "PhonePe keys",
    text: "Find them at business.phonepe.com under Developer settings. Test with sandbox keys first. Never share them: anyone with these keys can act in your name. They are stored encrypted and never shown again; if lost, create new ones at PhonePe.",
  },
  publishingTakesTwo: {
    title: "Two approvals to publish",
    text: "When this is on, a branch is published only after two verifiers approve the same details. If the vendor changes something in between, two new approvals are needed. Rejecting and archiving still need one person. A second person also confirms when this rule is turned on or off.",
  },
  blockPrefix: {
    title: "Slot prefix",
    text: "Shown before the slot number: with B, the slots are B1, B2, B3 and so on, on slips and on the board. Use a different prefix for each block, as marked on the floor.",
  },
  blockTotal: {
    title: "Number of slots",
    text: "Slots are numbered from 1. You can increase the number at any time, and reduce it down to the highest occupied slot. When a block is full, vehicles go to the next block with free slots.",
  },
} as const satisfies { [about: string]: HelpTopic };

export type HelpTopicName = keyof typeof helpTopics;
