// §5 password: checks passwords against some 49,000 common ones of zxcvbn-ts (MIT), the most common first. The list is
// loaded when the first password is set, and never by the browser.
import { isCommonPassword } from "#domain/accounts/common-password.ts";

let ranks: Promise<ReadonlyMap<string, number>> | undefined;

async function readRanks(): Promise<ReadonlyMap<string, number>> {
  const { dictionary } = await import("@zxcvbn-ts/language-common");
  return new Map(dictionary["passwords-common"].map((word, rank) => [word, rank]));
}

export async function isCommonPasswordInList(password: string): Promise<boolean> {
  ranks ??= readRanks();
  const passwordRanks = await ranks;
  return isCommonPassword({ password, getRank: (word) => passwordRanks.get(word) });
}
