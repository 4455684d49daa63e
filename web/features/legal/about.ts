import type { LegalDocument } from "#web/features/legal/document.ts";

export const about: LegalDocument = {
  title: "About us",
  short: {
    customer:
      "Chaavi means key. We make the thing behind the gate: so that you come in quickly, know what it costs, and get your car when you want it.",
    partner:
      "Chaavi means key. We make the thing behind your gate: so that no vehicle is lost, no rupee is counted twice, and you see your place from anywhere.",
  },
  since: "2026-11-21",
  parts: [
    {
      heading: "What we do",
      text: [
        "One product for parking, valet parking and visitors, for malls, hospitals, offices, apartment houses, schools and public authorities in India. It runs on the phone in a guard's hand and on the desk of a manager, and customers need no app.",
      ],
    },
    {
      heading: "What we hold to",
      text: [
        [
          "The one at the gate has ten seconds and a queue: what they do most is one press away",
          "A charge can always be opened to see how it was counted",
          "Money is never taken twice, and no payment is lost because a phone was switched off",
          "We ask for a plate and a phone number, and for nothing we do not need",
          "Plain words, as one says them at the gate",
        ],
      ],
    },
    {
      heading: "Work with us",
      only: "partner",
      text: [
        "Companies register by themselves and are published once a verifier has looked at their documents. If you run many places, write to us first.",
      ],
    },
    {
      heading: "Tell us",
      text: [
        "What is slow, unclear or missing at your gate is what we work on next. Suggestions are read by those who build the product.",
      ],
    },
  ],
};
