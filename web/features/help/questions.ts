// §2 vendor/faq: frequent questions of branch staff, by subject.
export interface FaqItem {
  question: string;
  answer: string;
}

export const faqSections: readonly { about: string; list: readonly FaqItem[] }[] = [
  {
    about: "At the gate",
    list: [
      {
        question: "The vehicle number was read incorrectly. What do I do?",
        answer: "Type the correct number over it. You do not need spaces or hyphens.",
      },
      {
        question: "Why does it say the vehicle is already inside?",
        answer:
          "It was checked in earlier and not checked out. Search for its number, open the entry and check it out first.",
      },
      {
        question: "All slots are taken. Can I check in another vehicle?",
        answer:
          "Not if the branch requires a slot. A slot becomes free as soon as its vehicle checks out. A manager can add slots in Parking settings.",
      },
      {
        question: "Why is a visitor's invite not valid?",
        answer:
          "An invite is valid between its start and end time. Ask the host to send a new one, or check the visitor in without it.",
      },
      {
        question: "What does “Reconnecting” mean?",
        answer:
          "The connection was lost. Data on the screen may be out of date until it shows “Live” again; it then updates automatically.",
      },
    ],
  },
  {
    about: "Money",
    list: [
      {
        question: "How is the charge calculated?",
        answer:
          "Time is rounded up to whole units and multiplied by the rate. Open an entry to see the calculation. The tariff at check-in applies even if it changes later.",
      },
      {
        question: "Can I give a discount or add an extra charge?",
        answer: "Yes, with a reason. The history shows who did it and when.",
      },
      {
        question: "The customer will pay later. Can the vehicle leave?",
        answer:
          "Only if a manager marks the entry “Pay later”, with a reason. What is owed is listed under Debts. Otherwise collect the payment before check-out.",
      },
      {
        question: "The customer paid online but the entry still shows Pending. Why?",
        answer:
          "The payment provider has not confirmed it yet. We check automatically; wait a minute before you collect cash. A customer is never charged twice.",
      },
      {
        question: "How do I refund a payment?",
        answer:
          "Open the entry, choose Refund and enter a reason. Online payments are refunded to the original payment method within five to seven days; hand cash back yourself. Managers have a refund limit; admins do not.",
      },
      {
        question: "Where does a customer get a GST invoice?",
        answer: "From the receipt link, if your branch charges GST (see Payments) and its GSTIN is verified.",
      },
    ],
  },
  {
    about: "Valet",
    list: [
      {
        question: "What if the customer lost the ticket?",
        answer:
          "Find the car by vehicle or phone number, check the customer's documents, and issue a new OTP under Lost ticket. The history records who issued it.",
      },
      {
        question: "Why does it say the car is assigned to someone else?",
        answer: "Another driver accepted it. A manager can assign it to you from the ticket.",
      },
    ],
  },
  {
    about: "People and settings",
    list: [
      {
        question: "Why does it say I am not marked present?",
        answer:
          "Start your duty, or ask your manager to mark you present. You need it to check vehicles in and collect payments.",
      },
      {
        question: "Why can't I change the branch name or GSTIN?",
        answer:
          "They are verified. Go to Branch settings, request a change and give a reason. We email you when a verifier has decided.",
      },
      {
        question: "Why can't I turn off a service?",
        answer:
          "Vehicles of that service are still inside, or it is the only service of the branch. Check the vehicles out first.",
      },
      {
        question: "A staff member has left. What do I do?",
        answer: "Suspend the account. They are logged out on all devices at once, and their records are kept.",
      },
    ],
  },
];
