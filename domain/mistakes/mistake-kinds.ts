// What can be wrong on the public page of a branch.
export const mistakeKinds = ["hours", "price", "place", "closed", "other"] as const;
export type MistakeKind = (typeof mistakeKinds)[number];
export const mistakeLabels: { readonly [kind in MistakeKind]: string } = {
  hours: "Opening hours",
  price: "Prices",
  place: "Address or place on the map",
  closed: "The place does not exist or is closed for good",
  other: "Something else",
};

export const mistakeLimits = {
  /** Characters of the words. */
  words: 500,
  /** Reports per address and hour. */
  reportsAnHour: 5,
} as const;
