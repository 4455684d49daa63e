import type { LegalDocument } from "#web/features/legal/legal-document.ts";

export const refundPolicy: LegalDocument = {
  title: "Refund policy",
  summary: {
    customer:
      "If you were charged by mistake, the amount is refunded to the original payment method. Ask the place first; staff can see your payment and start the refund.",
    partner:
      "Start a refund from the entry, with a reason. It goes to the original payment method and is recorded with the payment.",
  },
  effectiveFrom: "2026-11-21",
  sections: [
    {
      heading: "Money debited but no receipt",
      audience: "customer",
      text: [
        "A payment counts only when the provider confirms it. Until then we keep checking, even if you close the page. If it succeeded, your entry is marked paid; if not, your bank returns the amount, usually within five working days.",
        "Do not pay again while a payment is pending. If an entry was paid twice, the second payment is refunded.",
      ],
    },
    {
      heading: "What is refunded",
      text: [
        [
          "A duplicate payment: in full",
          "An incorrect charge: the difference",
          "A pass cancelled before its first day: in full; later, for the months not started, unless the place's terms are more generous",
          "A completed visit: not refunded",
        ],
      ],
    },
    {
      heading: "How refunds are made",
      text: [
        "Online payments are refunded to the card, account or UPI ID used. We start the refund within two working days; your bank takes five to seven more. Cash is refunded at the place.",
        "Your receipt shows the refund as soon as it is started.",
      ],
    },
    {
      heading: "Who can refund",
      audience: "partner",
      text: [
        "Managers up to the limit set by the admin; admins without a limit. A refund cannot exceed the amount received and always needs a reason.",
        "If a tax invoice was issued, you must record a credit note under section 34 of the CGST Act. Payment provider fees are between you and the provider.",
      ],
    },
    {
      heading: "Platform fee",
      audience: "partner",
      text: [
        "The platform fee is calculated on receipts less refunds. A refund in a later month reduces that month's fee.",
      ],
    },
    {
      heading: "Disputes",
      text: ["Write to us with the receipt number. We check with the place and reply within seven working days."],
    },
  ],
};
