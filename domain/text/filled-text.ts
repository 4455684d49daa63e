// Texts with values that the server sends in English and as a message of the catalogues with its values, so that a page can
// show them in its language (docs/decisions/033-languages.md).

/** Every message that `fillText` is called with, by name. */
export const filledMessages = {
  amountReceived: "*{amount} was received already",
  passMoved: "*Moved {moves} of {limit} times this month",
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
} as const;

type Placeholder<M extends string> = M extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Placeholder<Rest>
  : never;

export interface FilledText {
  /** The English text with the values. */
  text: string;
  /** What a translation needs; the message is its id. */
  translation: { message: string; values: { [name: string]: string | number } };
}

export function fillText<K extends keyof typeof filledMessages>(
  name: K,
  values: { [value in Placeholder<(typeof filledMessages)[K]>]: string | number },
): FilledText {
  const message = filledMessages[name];
  const given: { [value: string]: string | number } = { ...values };
  return {
    text: message.replaceAll(/\{(\w+)\}/g, (_, value: string) => String(given[value])),
    translation: { message, values: given },
  };
}
