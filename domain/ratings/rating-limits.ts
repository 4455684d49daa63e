// Numbers of ratings, apart from domain/limits.ts, which every page loads.

export const ratingLimits = {
  /** Characters of the words and of the answer. */
  words: 500,
  answer: 500,
  /** Days during which the author may change a rating. */
  changeDays: 7,
  /** Ratings on one page of a branch. */
  perPage: 5,
  /** Search engines get the average of at least so many ratings. */
  forSearch: 3,
  /** Changes of one visit's rating in five minutes. */
  changes: 10,
  /** Reports of ratings per address and hour. */
  reportsAnHour: 5,
} as const;
