import type { LegalDocument } from "#web/features/legal/document.ts";

export const terms: LegalDocument = {
  title: "Terms of service",
  short: {
    customer:
      "You park at a place that somebody else runs; Chaavi is what they run it with. The place answers for your vehicle and its price, we answer for this product.",
    partner:
      "You run the place and answer for it; we give you the product and keep it working. Your records are yours, and you can take them with you.",
  },
  since: "2026-11-21",
  parts: [
    {
      heading: "Who is who",
      text: [
        "Chaavi is software for parking, valet parking and visitors. A partner is the company that runs a place with it: a mall, a hospital, an office, an apartment house, a public authority. A customer is whoever brings a vehicle or comes as a visitor.",
        "The contract about a parking space, or about a car that is handed to a valet, is between the customer and the partner. We are not a party to it.",
      ],
    },
    {
      heading: "Your account",
      text: [
        "You need no account to park. With one you see your visits, receipts and invites in one place.",
        "Give your own phone number and email, keep your password to yourself, and tell nobody a one-time code: nobody of us, and nobody at a gate, asks for the code of a log-in. The code of a valet ticket is the exception: it is asked for when the car is handed over, and only then.",
      ],
    },
    {
      heading: "What a visit costs",
      only: "customer",
      text: [
        "The price is the partner's and hangs at the entrance. It is fixed for your visit when you come in: a later change of prices does not change what you owe. Every charge can be opened to see how it was counted.",
        "Minutes are rounded up to whole units of the price. Whoever adds or takes off an amount has to write down why, and it stands on your visit.",
        "Where the place is registered for GST, tax is part of the price, and you can have a tax invoice.",
      ],
    },
    {
      heading: "At the gate and with the valet",
      only: "customer",
      text: [
        "Follow the signs and the staff of the place. Leave nothing of value in the car. Keep the ticket: who shows its QR code or says its OTP gets the key.",
        "If a ticket is lost, a member of staff can make a new code after looking at your papers; who did so is kept.",
        "Damage and loss are matters for the partner, who may have taken pictures of the vehicle on arrival. Tell the staff before you leave.",
      ],
    },
    {
      heading: "What you answer for",
      only: "partner",
      text: [
        "That your company and branch are what your documents say, that you may run the place, and that names, address, GSTIN and prices are right. What we have verified changes only by a request that we apply.",
        "For the people you give access to: choose each one's role with care, and suspend an account when somebody leaves; it counts on their next tap.",
        "For taxes on your charges, for the notices at your entrance, for the safety of vehicles in your care and for the law of the place, the state's rules for parking included.",
        "For asking visitors only what you need, and for answering them when they ask what you keep.",
      ],
    },
    {
      heading: "What we answer for",
      only: "partner",
      text: [
        "That the product is there day and night, that no entry and no payment is lost, that other companies do not see your records, and that we tell you beforehand when work on it will be felt.",
        "The platform charge agreed with you is counted in your settlement reports and never added to what a customer pays.",
        "You can take all your records out as files at any time, also when you leave.",
      ],
    },
    {
      heading: "What is not allowed",
      text: [
        [
          "Using somebody else's account, ticket or code",
          "Reading out records by machine, except through the interface meant for it and with a token of your own",
          "Trying to get around limits, or testing our security without telling us first",
          "Putting anything into the product that is against the law or that harms somebody",
        ],
      ],
    },
    {
      heading: "When things go wrong",
      text: [
        "Write to us and say when it happened; we answer within two working days. What the law of India gives you as a consumer, it gives you whatever is written here.",
        "We do not answer for what we cannot help, such as a network that is down, nor for what the place or a customer has done.",
        "These terms are under the law of India. The courts are those of the place where the partner's branch is, or those the Consumer Protection Act names.",
      ],
    },
    {
      heading: "Changes of these terms",
      text: [
        "We say here from which day they hold. Where a change takes something away from you, we write to you at least 30 days before.",
      ],
    },
  ],
};
