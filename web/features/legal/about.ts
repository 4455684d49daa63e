import type { LegalDocument } from "#web/features/legal/legal-document.ts";

export const aboutDocument: LegalDocument = {
  title: "About us",
  summary: {
    customer:
      "Chaavi means “key”. We build the system behind the gate, so that you enter quickly, know the price and get your car when you want it.",
    partner:
      "Chaavi means “key”. We build the system behind your gate, so that every vehicle and every rupee is accounted for and you can see your branch from anywhere.",
  },
  effectiveFrom: "2026-11-21",
  sections: [
    {
      heading: "What we do",
      text: [
        "One product for parking, valet parking and visitors at malls, hospitals, offices, residential communities, schools and public authorities in India. Gate staff use it on a phone, managers at a desk, and customers need no app.",
      ],
    },
    {
      heading: "Our principles",
      text: [
        [
          "Gate staff have ten seconds and a queue, so the most frequent task takes one tap",
          "Anyone can open a charge and see how it was calculated",
          "Nobody is charged twice, and no payment is lost because a phone was switched off",
          "We ask for a vehicle number and a phone number, and only for what we need",
          "Plain language",
        ],
      ],
    },
    {
      heading: "Work with us",
      audience: "partner",
      text: [
        "Companies register online and are published after a verifier has checked their documents. If you run many locations, contact us first.",
      ],
    },
    {
      heading: "Feedback",
      text: ["Tell us what is slow, unclear or missing at your gate. The product team reads every suggestion."],
    },
  ],
};
