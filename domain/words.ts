// §5: what the database has, in the words of a sentence.

export function capitalised(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** 'single_organization' reads 'Single organization'. */
export function inWords(value: string): string {
  return capitalised(value.replace(/[_-]+/g, " "));
}
