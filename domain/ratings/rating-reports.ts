// Why a rating is reported.
export const ratingReportReasons = ["spam", "insult", "private", "untrue"] as const;
export type RatingReportReason = (typeof ratingReportReasons)[number];
export const ratingReportLabels: { readonly [reason in RatingReportReason]: string } = {
  spam: "Advertising or spam",
  insult: "Insulting or threatening",
  private: "Names a person or private details",
  untrue: "Not about a visit here",
};
