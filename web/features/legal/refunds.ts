import type { LegalDocument } from "#web/features/legal/document.ts";

export const refunds: LegalDocument = {
  title: "Refund policy",
  short: {
    customer:
      "What was taken by mistake comes back the way it was paid. Ask the place first: it sees your payment and can start it on the spot.",
    partner:
      "A refund is started at the entry, with a reason, and goes back the way the money came. Each one is kept beside its payment for ever.",
  },
  since: "2026-11-21",
  parts: [
    {
      heading: "Money that left your account without a receipt",
      only: "customer",
      text: [
        "A payment counts only when the provider confirms it. Until it has decided we ask again and again, also when you have closed the page. If it was taken, your visit becomes paid by itself; if not, your bank gives it back, as a rule within five working days.",
        "Do not pay a second time while a payment is pending. If the same visit was paid twice all the same, the second payment is given back.",
      ],
    },
    {
      heading: "What is given back",
      text: [
        [
          "A payment that was taken twice: in full",
          "A charge that was counted wrongly: the difference",
          "A pass that was paid and is taken back before its first day: in full; later for the months that have not begun, unless the place's own conditions say more",
          "A visit that has taken place as it should: not",
        ],
      ],
    },
    {
      heading: "How, and how long it takes",
      text: [
        "Online payments go back to the card, account or UPI address they came from: started within two working days, with you within five to seven more, as your bank is quick. Cash is given back at the place.",
        "You see the refund on your receipt from the moment it is started.",
      ],
    },
    {
      heading: "Who may pay back",
      only: "partner",
      text: [
        "A manager up to the limit your admin has set, an admin without one. More than was received is never paid back, and no refund is without a reason.",
        "Where a tax invoice was made, the refund needs a credit note in your books under section 34 of the CGST Act. The fee of the payment provider is settled between you and the provider.",
      ],
    },
    {
      heading: "What the platform takes",
      only: "partner",
      text: [
        "The platform charge is counted on what you received less what you paid back. If a refund falls into a later month, it lowers the charge of that month.",
      ],
    },
    {
      heading: "If you do not agree",
      text: ["Write to us with the receipt number. We ask the place and answer within seven working days."],
    },
  ],
};
