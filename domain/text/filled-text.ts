// Texts with values that the server sends in English and as a message of the catalogues with its values, so that a page can
// show them in its language (docs/decisions/033-languages.md).

/** Messages of the lines of a charge, by name; translated in domain/text/charge-translations.ts, since papers have them, too. */
const chargeMessages = {
  days: "{count} days",
  dayInHours: "24 hours",
  hour: "1 hour",
  hours: "{count} hours",
  minutes: "{minutes} min",
  hoursAndMinutes: "{hours} h {minutes} min",
  free: "Free",
  firstFree: "First {duration} free",
  firstTime: "First {duration}",
  upTo: "Up to {duration}",
  anyLongerStay: "Any longer stay",
  start: "Start",
  beyond: "Beyond {duration}",
  hourAt: "1 hour at {rate}",
  hoursAt: "{count} hours at {rate}",
  moreHourAt: "1 more hour at {rate}",
  moreHoursAt: "{count} more hours at {rate}",
  unitsAt: "{units} × {unit} at {rate}",
  moreUnitsAt: "{units} more × {unit} at {rate}",
  dayOfStay: "Day {day}",
  moreDaysAt: "{count} more days at {rate}",
  cap: "at most {amount} a day",
  capOfDay: "at most {amount} on day {day}",
  minimum: "Minimum charge",
  minimumOf: "Minimum charge {amount}",
  package: "Up to {duration} never more than {amount}",
  nightAt: "1 night ({from}–{to}) at {rate}",
  nightsAt: "{count} nights ({from}–{to}) at {rate}",
  nightHourAt: "1 night hour ({from}–{to}) at {rate}",
  nightHoursAt: "{count} night hours ({from}–{to}) at {rate}",
  bill: "Shop bill",
  rounding: "Rounding",
  lostSlip: "Lost slip",
  lostSlipWaived: "Lost slip, waived with proof",
  bookedStay: "Pre-booked stay",
  valetCharge: "Valet charge",
  chargeSet: "Charge set to {amount}",
  chargeSetFor: "Charge set to {amount}: {reason}",
} as const;

export type ChargeMessage = (typeof chargeMessages)[keyof typeof chargeMessages];

/** Every message that `fillText` is called with, by name. */
export const filledMessages = {
  amountReceived: "*{amount} was received already",
  tipCollected: "*A tip of {amount} was collected already",
  tipKept: "A tip of {amount} was collected in cash. Return it to the customer with the cancellation.",
  passMoved: "*Moved {moves} of {limit} times this month",
  afterExit: "Staff change this for {minutes} minutes after the exit. Ask your manager to change it.",
  cashNotCounted: "*The cash of {name}’s shift is not counted. Close the shift first",
  pinTakenAtBranch: "*Somebody at that branch has the same PIN. Set a new PIN for {name}",
  passTooLong: "*A pass of this branch lasts at most {days} days",
  noSlot: "*There is no slot {slot}. Choose another one.",
  slotOfAnotherPass: "*{slot} is kept for another pass. Choose another slot.",
  slotOfPass: "*{slot} is kept for a pass. Choose another slot.",
  slotHasVehicle: "*A vehicle is in {slot}. Choose another slot, or keep this one once it is free.",
  slotBooked: "*{slot} is booked. Choose another slot.",
  slotBookedDuringPass: "*{slot} is booked during this pass. Choose another slot.",
  keyTagUnknown: "*Choose a tag from {first} to {last}",
  wrongOtpLastTry: "*Invalid OTP. 1 try left",
  wrongOtp: "*Invalid OTP. {count} tries left",
  recoveryCodeUsed: "*This recovery code was used already. Enter another one",
  wrongPinLastTry: "*Wrong PIN. 1 try left",
  wrongPin: "*Wrong PIN. {count} tries left",
  hostLimitOne: "This branch permits 1 invite of one host per day. Try again tomorrow.",
  hostLimit: "This branch permits {count} invites of one host per day. Try again tomorrow.",
  passDays: "{count} days at {rate}",
  passWeeks: "{count} weeks at {rate}",
  passMonths: "{count} months at {rate}",
  passYears: "{count} years at {rate}",
  passDaysOfWeek: "{count} days at {rate} per week of 7 days",
  passDaysOfMonth: "{count} days at {rate} per month of 30 days",
  passDaysOfYear: "{count} days at {rate} per year of 365 days",
  ...chargeMessages,
} as const;

type Placeholder<M extends string> = M extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Placeholder<Rest>
  : never;

interface Filled<V> {
  /** The English text with the values. */
  text: string;
  /** What a translation needs; the message is its id. */
  translation: { message: string; values: { [name: string]: V } };
}

/** Its values are the same in every language. */
export type PlainText = Filled<string | number>;
/** Values can be texts that are translated, too, such as '2 hours'. */
export type FilledText = Filled<string | number | PlainText["translation"]>;

type Values<K extends keyof typeof filledMessages, V> = { [value in Placeholder<(typeof filledMessages)[K]>]: V };

export function fillText<K extends keyof typeof filledMessages>(name: K, values: Values<K, string | number>): PlainText;
export function fillText<K extends keyof typeof filledMessages>(
  name: K,
  values: Values<K, string | number | PlainText>,
): FilledText;
export function fillText<K extends keyof typeof filledMessages>(
  name: K,
  values: Values<K, string | number | PlainText>,
): FilledText {
  const message = filledMessages[name];
  const texts: { [value: string]: string | number } = {};
  const translated: FilledText["translation"]["values"] = {};
  for (const [key, value] of Object.entries<string | number | PlainText>(values)) {
    texts[key] = typeof value === "object" ? value.text : value;
    translated[key] = typeof value === "object" ? value.translation : value;
  }
  return {
    text: message.replaceAll(/\{(\w+)\}/g, (_, value: string) => String(texts[value])),
    translation: { message, values: translated },
  };
}

/** A text without values that is its own message, such as a name that a vendor has chosen. */
export const toPlainText = (text: string): PlainText => ({ text, translation: { message: text, values: {} } });
