// A page of plain text for customers and for partners: what is the same for both, and what is not.
export type Reader = "customer" | "partner";

export interface Part {
  heading: string;
  /** Paragraphs; one that is a list is its points. */
  text: readonly (string | readonly string[])[];
  /** For one of the two alone. */
  only?: Reader;
}

export interface LegalDocument {
  title: string;
  /** In two sentences, for who reads no further. */
  short: { readonly [reader in Reader]: string };
  /** The day from which it holds, 'YYYY-MM-DD'. */
  since: string;
  parts: readonly Part[];
}
