// §2 public pages: the form that rates a visit, and the one that reports a rating.
import type { RatingReportReason } from "#domain/ratings/rating-reports.ts";
import type { SiteRating } from "#domain/site/site-data.ts";

export interface RatingForm {
  /** Name of the branch and of its company, and the path of its page; null if it is not public. */
  branch: { name: string; company: string; path: string | null };
  /** Path of the form itself. */
  path: string;
  /**
   * `open` with the form, `unfinished` before the visit has ended, `closed` when its rating can no longer be changed.
   */
  state: "open" | "unfinished" | "closed";
  /** Id of the rating of the visit, which the form changes; null for a first one. */
  known: number | null;
  /** Whether it has just been saved. */
  isSaved: boolean;
  stars: number | null;
  words: string;
  /** The first name that the author can show; null if none is known. */
  name: string | null;
  isNameShown: boolean;
  /** Last moment for changes of the rating. */
  until: Date | null;
  error: string | null;
}

export interface RatingReportForm {
  path: string;
  branch: { name: string; path: string };
  rating: SiteRating;
  reason: RatingReportReason | null;
  isReported: boolean;
  error: string | null;
}
