// §2: what there is to know beside a hard field, in a few plain sentences; web/ui/help-note.tsx shows them. A heading never
// repeats the field's own label: whoever hears both must be able to tell them apart.
export interface HelpWords {
  title: string;
  text: string;
}

export const helpWords = {
  gstin: {
    title: "The number of your GST registration",
    text: "15 characters, on your GST certificate and on every tax invoice of yours. The first two are the state, the next ten your PAN. Each state you work in has one of its own: give the one of this branch's state. Leave it empty if you are not registered; you then give receipts and no tax invoices.",
  },
  pan: {
    title: "The ten characters of your tax card",
    text: "Of the firm itself, not of a person who works for it; a sole owner gives their own. We ask the register whether it is active, and the verifier compares it with your papers. It is shown to nobody else.",
  },
  signatory: {
    title: "Who signs for you",
    text: "The person who may bind the firm: a director, a partner, the owner, or somebody they have given a letter of authority. Their name stands under the agreement, and questions about it go to them. They need no account here.",
  },
  agreement: {
    title: "What accepting means",
    text: "Accepting here counts as signing. The text as you read it, your name and the time are kept with the branch, and you can read it again at any time. If the text changes later, what you accepted stays as it was until you are asked again.",
  },
  slotAllocation: {
    title: "Where a vehicle is sent",
    text: "“The lowest free slot” fills the blocks one after the other by itself and is quickest at the gate. With “A slot one chooses” staff pick it on the screen, as where customers have their own places. No two vehicles ever get the same one.",
  },
  paymentType: {
    title: "When a customer settles",
    text: "On leaving: the charge runs until the vehicle goes out. Before coming in: it is paid first, and staying longer is collected at the exit. Later, on account: the vehicle goes out unpaid and what it owes stays on the books, as for tenants who settle by the month.",
  },
  minimumCharge: {
    title: "The smallest bill",
    text: "Whoever stays even a minute owes this much. Once the time costs more, only the time counts: with ₹20 for each 30 minutes and at least ₹40, one hour is ₹40 and an hour and a half ₹60. Empty is no minimum.",
  },
  timeUnit: {
    title: "How time is counted",
    text: "With minutes, the number before says how many make one part; otherwise a part is one hour, day, month or year. A part that has begun counts whole: with 30 minutes, 31 minutes are two. Days are counted from the moment the vehicle came in, not from midnight.",
  },
  pin: {
    title: "The four digits of the gate",
    text: "They tell staff apart where several share one phone or desk. Nobody else at this branch may have the same, and they are kept so that nobody can read them, you neither: whoever forgets theirs is given new ones. They are no password.",
  },
  employeeId: {
    title: "The number your office gives",
    text: "As it stands on the card or in your payroll, at most 12 characters. It helps to find people in lists and imports, and is one person's in your whole firm. Leave it empty if you give none.",
  },
  paymentKeys: {
    title: "Finding your keys",
    text: "PhonePe shows them at business.phonepe.com, under Developer settings. Try with the sandbox's keys first. Whoever has them can act in your name there: type them here, send them to nobody. They are kept sealed and never shown again, to you neither; a lost one is made anew at PhonePe.",
  },
  publishingTakesTwo: {
    title: "Two people for one yes",
    text: "With this on, a verifier's yes is only kept, and the branch stays closed until another verifier says yes to the same papers. If the vendor changes something in between, it takes two again. Rejecting and archiving take one person as before.",
  },
  blockPrefix: {
    title: "What stands on the sign",
    text: "It is put before each number of the block: with B, the slots are B1, B2, B3 and so on, on the slip and on the board. Give each block its own, as it is painted on the floor.",
  },
  blockTotal: {
    title: "How many fit in",
    text: "Slots are numbered from 1 to this. It can be raised at any time; lowered only to the highest number that is taken now. When a block is full, vehicles go to the next one that has room.",
  },
} as const satisfies { [about: string]: HelpWords };

export type HelpName = keyof typeof helpWords;
