import type { LegalDocument } from "#web/features/legal/legal-document.ts";

export const termsOfService: LegalDocument = {
  title: "Terms of service",
  summary: {
    customer:
      "You park at a place run by our partner, who uses Chaavi to run it. The partner is responsible for your vehicle and the price; we are responsible for this product.",
    partner:
      "You run the place and are responsible for it; we provide and maintain the product. Your records belong to you and you can export them.",
  },
  effectiveFrom: "2026-11-21",
  sections: [
    {
      heading: "Who we are",
      text: [
        "Chaavi is software for parking, valet parking and visitor management. A partner is a company that runs a location with it. A customer is anyone who parks a vehicle or visits.",
        "The contract for parking or valet service is between the customer and the partner. We are not a party to it.",
      ],
    },
    {
      heading: "Your account",
      text: [
        "You do not need an account to park. With an account you see your entries, receipts and invites in one place.",
        "Use your own phone number and email, and keep your password private. Never share a login OTP; neither we nor gate staff will ask for it. Only the OTP of a valet ticket is asked for, and only at the handover.",
      ],
    },
    {
      heading: "Charges",
      audience: "customer",
      text: [
        "The partner sets the tariff and displays it at the entrance. The tariff at check-in applies to your whole stay. You can open every charge to see how it was calculated.",
        "Time is rounded up to whole units. Extra charges and discounts need a reason, which is shown on your entry.",
        "If the partner is registered for GST, the price includes tax and you can get a tax invoice.",
      ],
    },
    {
      heading: "Parking and valet",
      audience: "customer",
      text: [
        "Follow the signs and instructions at the place. Do not leave valuables in the car. Keep your ticket: the key is given to whoever shows its QR code or OTP.",
        "If you lose your ticket, staff can issue a new OTP after checking your documents; this is recorded.",
        "The partner is responsible for damage and loss, and may have photographed the vehicle on arrival. Tell the staff before you leave.",
      ],
    },
    {
      heading: "Your responsibilities",
      audience: "partner",
      text: [
        "That your company and branch details are correct, that you may operate the location, and that names, address, GSTIN and tariffs are right. Verified details change only on request.",
        "For the people you give access to: choose roles with care and suspend accounts of people who leave; suspension takes effect immediately.",
        "For taxes on your charges, notices at your entrance, the safety of vehicles in your care and compliance with local and state law.",
        "For asking visitors only for what you need, and for answering their data requests.",
      ],
    },
    {
      heading: "Our responsibilities",
      audience: "partner",
      text: [
        "To keep the product available, protect entries and payments from loss, keep companies' records separate, and announce maintenance in advance.",
        "The agreed platform fee is never added to what customers pay.",
        "You can export all your records as files at any time, including when you leave.",
      ],
    },
    {
      heading: "Not allowed",
      text: [
        [
          "Using someone else's account, ticket or OTP",
          "Automated data extraction, except through the API with your own token",
          "Circumventing limits, or testing our security without telling us first",
          "Uploading anything unlawful or harmful",
        ],
      ],
    },
    {
      heading: "Problems and liability",
      text: [
        "Tell us what happened and when; we reply within two working days. Your rights as a consumer under Indian law are not affected.",
        "We are not liable for events outside our control, such as network failures, or for acts of the place or a customer.",
        "Indian law applies. Jurisdiction is at the location of the partner's branch, or as set by the Consumer Protection Act.",
      ],
    },
    {
      heading: "Changes to these terms",
      text: [
        "The effective date is shown above. If a change reduces your rights, we inform you at least 30 days in advance.",
      ],
    },
  ],
};
