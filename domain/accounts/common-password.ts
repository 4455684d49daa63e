// §5 password: rejects common passwords, also with substitutions and affixes that satisfy the pattern (ASVS 6.2.4).

/**
 * A word with digits and signs around it is checked against this number of most common words, a whole password against
 * all known ones.
 */
const maxCommonWordRank = 5_000;

const letterSubstitutions: { [character: string]: string } = {
  "0": "o",
  "1": "l",
  "3": "e",
  "4": "a",
  "5": "s",
  "7": "t",
  "8": "b",
  "@": "a",
  $: "s",
  "!": "i",
  "+": "t",
};

const replaceSubstitutions = (text: string): string =>
  text.replaceAll(/[0134578@$!+]/g, (character) => letterSubstitutions[character] ?? character);
const trimDigitsAndSigns = (text: string): string => text.replace(/^[^a-z]+/, "").replace(/[^a-z]+$/, "");

/**
 * True if the password is common as it is, with look-alike signs replaced by letters (`P@ssw0rd`), or as a common word
 * with digits and signs around it (`Password@1`). `getRank` returns the rank of a lower-case word among the known
 * passwords, most common first; undefined if it is not known.
 */
export function isCommonPassword({
  password,
  getRank,
}: {
  password: string;
  getRank: (word: string) => number | undefined;
}): boolean {
  const lowerCased = password.toLowerCase();
  if ([lowerCased, replaceSubstitutions(lowerCased)].some((candidate) => getRank(candidate) !== undefined)) return true;
  const word = trimDigitsAndSigns(lowerCased);
  return [word, replaceSubstitutions(word), trimDigitsAndSigns(replaceSubstitutions(lowerCased))].some(
    (candidate) => candidate !== "" && (getRank(candidate) ?? maxCommonWordRank) < maxCommonWordRank,
  );
}
