import type { LegalDocument } from "#web/features/legal/document.ts";

export const privacy: LegalDocument = {
  title: "Privacy policy",
  short: {
    customer:
      "A gate needs your number plate and phone number, and little else. The place you visit sees them, we keep them safe, and nobody gets them for advertising.",
    partner:
      "You decide what you ask of visitors; we keep it for you and show it to your people alone. This page says what that is, for how long, and what we know of yourself.",
  },
  since: "2026-11-21",
  parts: [
    {
      heading: "What is kept, and why",
      text: [
        [
          "Number plate, type of vehicle, phone number, and the times of coming and going: to find the vehicle, to count the charge, to give the key to the right person",
          "Name and email, where you gave them: on receipts, invites and your account",
          "Pictures of the vehicle, where the place takes them on arrival: to settle a question about damage",
          "Of visitors on foot: name, whom they visit and why, where the place asks for it",
          "Payments: amount, way, time, and the numbers of the payment provider. Card and UPI details never reach us; the provider has them",
          "Messages in the chat of a valet ticket",
          "When you log in: time, device and internet address, so that you can see and end your log-ins",
        ],
        "We keep no number of your Aadhaar, no driving licence and no position of your phone. The map asks your phone where you are only when you press for it, and what it answers stays on the phone.",
      ],
    },
    {
      heading: "What we keep of a partner",
      only: "partner",
      text: [
        "Names, GSTIN, PAN, CIN, addresses and documents of the company and its branches; name, email, phone, department, attendance and role of its people. GSTIN and PAN are checked against the registers through a verification service.",
        "Under the Digital Personal Data Protection Act you are the one who decides about your visitors' data (the data fiduciary), and we work on it for you (the processor): for nothing else, and with the measures on this page.",
      ],
    },
    {
      heading: "Who sees it",
      text: [
        "The staff of the branch you visit, for that branch only; its company's admins; you, your own. Our own people see it only when the place asks them to look into something, and every change leaves a trace.",
        "Services that work for us get what they need: the payment provider, those who carry SMS and mail, the register services for GSTIN and PAN. An authority gets what a law obliges us or the place to give.",
        "Nobody gets it for advertising. We sell no data.",
      ],
    },
    {
      heading: "For how long",
      text: [
        [
          "One-time codes: 10 minutes. The code of a valet ticket: until the car is handed over",
          "A log-in: seven days after you last used it",
          "Visits with plate, phone number and pictures: as long as the place keeps its records; ask there for how long",
          "Receipts, tax invoices and the payments behind them: for as long as the tax laws ask",
          "Your account: until you ask us to erase it",
          "Documents of a company that was turned down or has left: until it asks us to remove them",
        ],
      ],
    },
    {
      heading: "How it is kept safe",
      text: [
        "Everything travels encrypted. Passwords are kept so that nobody can read them, and so are one-time codes. Keys of payment providers are encrypted and never shown again. Pictures are open only to who may see the visit, and lose the place and device that phones hide in them.",
        "If something happens to your data that could harm you, we tell you and the Data Protection Board as the law asks.",
      ],
    },
    {
      heading: "Your rights",
      text: [
        "You can ask what is kept of you, have it put right, have it erased, take your consent back, and name somebody who does so for you when you cannot. What a law obliges us or the place to keep, such as invoices, stays until then and is used for nothing else.",
        "Ask the place, or write to us with your phone number and the plates of your vehicles; we send a code to the number first, so that nobody asks in your name. If our answer does not satisfy you, you can turn to the Data Protection Board of India.",
      ],
    },
    {
      heading: "Children",
      text: [
        "Accounts are for people of 18 years and more. A place that takes down children as visitors does so with their parents.",
      ],
    },
  ],
};
