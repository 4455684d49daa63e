// A list as JSON, read item by item as it comes in: no more of it is held than one item.
import { refusePayload } from "#server/items/refused.ts";

/** The items of a JSON array whose text comes in pieces. INVALID_PAYLOAD for what is no array. */
export async function* jsonItems(pieces: AsyncIterable<string>): AsyncGenerator {
  let depth = 0;
  let item = "";
  let isText = false;
  let isEscaped = false;
  let isOver = false;
  for await (const piece of pieces)
    for (const character of piece) {
      if (depth === 0) {
        if (/[\s\uFEFF]/.test(character)) continue;
        if (isOver || character !== "[") notAList();
        depth = 1;
        continue;
      }
      if (isText) {
        item += character;
        if (isEscaped) isEscaped = false;
        else if (character === "\\") isEscaped = true;
        else if (character === '"') isText = false;
        continue;
      }
      if (character === '"') isText = true;
      if (character === "{" || character === "[") depth += 1;
      if (character === "}" || character === "]") depth -= 1;
      const isEnd = depth === 0;
      if (isEnd || (depth === 1 && character === ",")) {
        if (item.trim() !== "") yield parsed(item);
        else if (!isEnd) notAList();
        item = "";
        isOver = isEnd;
      } else item += character;
    }
  if (!isOver) notAList();
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return notAList();
  }
}

function notAList(): never {
  return refusePayload("The file must hold a JSON list of objects.");
}
