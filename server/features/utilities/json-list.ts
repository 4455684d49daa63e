// Streaming parser of a JSON array that holds one item in memory at a time.
import { throwInvalidPayload } from "#server/items/api-error.ts";

/** Yields the items of a JSON array from chunks of text. INVALID_PAYLOAD if it is not an array. */
export async function* parseJsonItems(chunks: AsyncIterable<string>): AsyncGenerator {
  let depth = 0;
  let item = "";
  let isInString = false;
  let isEscaped = false;
  let isComplete = false;
  for await (const chunk of chunks)
    for (const character of chunk) {
      if (depth === 0) {
        if (/[\s\uFEFF]/.test(character)) continue;
        if (isComplete || character !== "[") throwNotAList();
        depth = 1;
        continue;
      }
      if (isInString) {
        item += character;
        if (isEscaped) isEscaped = false;
        else if (character === "\\") isEscaped = true;
        else if (character === '"') isInString = false;
        continue;
      }
      if (character === '"') isInString = true;
      if (character === "{" || character === "[") depth += 1;
      if (character === "}" || character === "]") depth -= 1;
      const isEnd = depth === 0;
      if (isEnd || (depth === 1 && character === ",")) {
        if (item.trim() !== "") yield parseItem(item);
        else if (!isEnd) throwNotAList();
        item = "";
        isComplete = isEnd;
      } else item += character;
    }
  if (!isComplete) throwNotAList();
}

function parseItem(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return throwNotAList();
  }
}

function throwNotAList(): never {
  return throwInvalidPayload("The file must hold a JSON list of objects.");
}
