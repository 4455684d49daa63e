// §2 vendor/faq: what the people of a branch ask most, by what they are doing.
export interface Question {
  question: string;
  answer: string;
}

export const questions: readonly { about: string; list: readonly Question[] }[] = [
  {
    about: "At the gate",
    list: [
      {
        question: "The vehicle number is read wrong. What now?",
        answer: "Type over it. Letters and digits are enough, spaces and hyphens are left out by themselves.",
      },
      {
        question: "It says the vehicle is already inside.",
        answer:
          "It was checked in before and not checked out. Search for its number at the top, open it, and check it out first.",
      },
      {
        question: "All slots are taken. Can I let one more in?",
        answer:
          "Not where the branch asks for a slot. When a vehicle goes out its slot is free at once; a manager can add slots under Configuration.",
      },
      {
        question: "A visitor has an invite, but it is not valid now.",
        answer:
          "An invite has a beginning and an end. Ask the host to send a new one, or check the visitor in as any other.",
      },
      {
        question: "It says reconnecting…",
        answer:
          "The network was lost for a moment. What you see may be old until it says Live again; then it catches up by itself.",
      },
    ],
  },
  {
    about: "Money",
    list: [
      {
        question: "How is the charge counted?",
        answer:
          "Minutes are rounded up to whole units, and units are multiplied by the branch's rate. Open an entry to see the whole sum. What applied at check-in stays, even when the rates change later.",
      },
      {
        question: "Can I take off or add an amount?",
        answer: "Yes, with a note that says why. The entry keeps who did it and when.",
      },
      {
        question: "The customer pays later. May the vehicle go out?",
        answer: "Only if it was marked as pay later. Otherwise take the payment first, then check it out.",
      },
      {
        question: "The customer has paid online, and it still says pending.",
        answer:
          "The provider has not decided yet. We ask it again by ourselves; wait a minute before you take cash. Nothing is taken twice.",
      },
      {
        question: "How do I give money back?",
        answer:
          "Open the entry and choose Pay back, with a reason. Online payments go back the way they came, within five to seven days; cash you hand over. A manager has a limit, an admin has none.",
      },
      {
        question: "Where does the customer get a GST invoice?",
        answer:
          "From the receipt's link, where your branch is set to charge GST under Payments and its GSTIN is verified.",
      },
    ],
  },
  {
    about: "Valet",
    list: [
      {
        question: "The customer has lost the ticket.",
        answer:
          "Find the car by its plate or phone number, look at the customer's papers, and make a new code under Lost ticket. It is kept who did so.",
      },
      {
        question: "It says the car is assigned to somebody else.",
        answer: "Another driver has accepted it. A manager can give it to you from the ticket.",
      },
    ],
  },
  {
    about: "People and set-up",
    list: [
      {
        question: "It says I am not marked present.",
        answer: "Ask your manager to mark your attendance. Payments and entries need it.",
      },
      {
        question: "Why can I not change the branch's name or GSTIN?",
        answer:
          "They were verified. Under This branch, ask for a change and say why; it is applied as soon as a verifier has looked at it, and you are told by mail.",
      },
      {
        question: "A service cannot be switched off.",
        answer: "Vehicles of it are still inside, or it is the only one. Check the vehicles out first.",
      },
      {
        question: "Somebody has left. What do I do?",
        answer: "Suspend the account. It counts on their next tap, on every device; nothing they did is lost.",
      },
    ],
  },
];
