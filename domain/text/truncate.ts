// §5: 'Long text is truncated at 120 characters with an ellipsis by default'.
import * as limits from "#domain/limits.ts";

const graphemeSegmenter = new Intl.Segmenter("en", { granularity: "grapheme" });

/** Counts grapheme clusters, so that no letter of an Indian script and no emoji is split. */
export function truncate(text: string, maxLength: number = limits.truncateAt): string {
  if (text.length <= maxLength) return text;
  let result = "";
  let count = 0;
  for (const { segment } of graphemeSegmenter.segment(text)) {
    if (count === maxLength) return `${result.trimEnd()}…`;
    result += segment;
    count += 1;
  }
  return text;
}
