import type { LegalDocument } from "#web/features/legal/legal-document.ts";

export const privacyPolicy: LegalDocument = {
  title: "Privacy policy",
  summary: {
    customer:
      "A gate needs your vehicle number and phone number, and little else. Only the place you visit sees them. We keep them safe and never share them for advertising.",
    partner:
      "You decide what you ask visitors. We store it for you and show it only to your staff. This page explains what we store, for how long, and what we store about you.",
  },
  effectiveFrom: "2026-11-22",
  sections: [
    {
      heading: "What we store, and why",
      text: [
        [
          "Vehicle number and type, phone number, entry and exit times: to find the vehicle, calculate the charge and return the key to the right person",
          "Name and email, if given: for receipts, invites and your account",
          "Vehicle photos, if the place takes them: to settle questions about damage",
          "For visitors on foot: name, person to meet and purpose, if the place asks for them",
          "Payments: amount, method, time and the provider's reference. Card and UPI details stay with the provider",
          "Chat messages of a valet ticket",
          "Logins: time, device and IP address, so that you can see and end your sessions",
        ],
        "We do not store your Aadhaar number, driving licence or location. The map asks for your location only when you tap the button, and it stays on your phone.",
      ],
    },
    {
      heading: "What we store about partners",
      audience: "partner",
      text: [
        "Names, GSTIN, PAN, CIN, addresses and documents of the company and its branches; names, emails, phone numbers, departments, attendance and roles of staff. A verification service checks GSTIN and PAN against the official registers.",
        "Under the Digital Personal Data Protection Act you are the data fiduciary for your visitors' data and we are the processor. We process it only on your behalf and with the safeguards on this page.",
      ],
    },
    {
      heading: "Who can see it",
      text: [
        "Staff of the branch you visit, the admins of its company, and you for your own data. Our staff see it only when the place asks for support, and every change is logged.",
        "Service providers receive only what they need: payment providers, SMS and email providers, and GSTIN and PAN registers. Authorities receive what the law requires.",
        "We do not sell data or share it for advertising.",
      ],
    },
    {
      heading: "How long we keep it",
      text: [
        [
          "Login OTPs: 10 minutes. Valet OTPs: until the car is handed over",
          "Sessions: seven days after last use",
          "Entries with vehicle number, phone number and name: three years after the last one, unless the operator has set another period; after that the record is anonymised",
          "Vehicle photos and chat messages: six months after exit, unless the operator has set another period. Emails and SMS: 90 days",
          "Login IP addresses: one year",
          "Tax invoices: at least eight years, as required by tax and company law. Payments: amount, method and time remain, without your name",
          "Your account: until you ask us to erase it",
          "Documents of rejected or former companies: until they ask us to delete them",
        ],
      ],
    },
    {
      heading: "How we protect it",
      text: [
        "All traffic is encrypted. Passwords and OTPs are stored in a form that cannot be read. Payment provider keys are encrypted and never shown again. Photos are visible only to people who may see the entry, and location and device data are removed from them.",
        "If a breach could harm you, we inform you and the Data Protection Board as the law requires.",
      ],
    },
    {
      heading: "Your rights",
      text: [
        "You can ask for a copy of your data, have it corrected or erased, withdraw consent, and nominate someone to act for you. Data that the law requires us or the place to keep, such as invoices, is kept for that period only. Erasure is possible once your vehicle has left and nothing is due.",
        "Ask the place, or write to us with your phone number; we first verify that it is yours. A verifier then erases your data across the product; backups expire on their own schedule. If you are not satisfied with our answer, you can complain to the Data Protection Board of India.",
      ],
    },
    {
      heading: "Children",
      text: [
        "Accounts are for people aged 18 and over. A place that registers children as visitors does so with their parents.",
      ],
    },
  ],
};
