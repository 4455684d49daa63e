// §5: 'Long text is truncated at 120 characters with an ellipsis by default'.
import { limits } from "#domain/limits.ts";

const letters = new Intl.Segmenter("en", { granularity: "grapheme" });

/** Counts letters as a reader does, so that no letter of an Indian script and no emoji is cut in two. */
export function truncate(text: string, at: number = limits.truncateAt): string {
  if (text.length <= at) return text;
  let kept = "";
  let count = 0;
  for (const { segment } of letters.segment(text)) {
    if (count === at) return `${kept.trimEnd()}…`;
    kept += segment;
    count += 1;
  }
  return text;
}
