// Legal documents with shared sections and sections for customers or partners only.
export type LegalAudience = "customer" | "partner";

export interface LegalSection {
  heading: string;
  /** Paragraphs; an array is rendered as a bulleted list. */
  text: readonly (string | readonly string[])[];
  /** Shown to this audience only. */
  audience?: LegalAudience;
}

export interface LegalDocument {
  title: string;
  /** Two-sentence summary for each audience. */
  summary: { readonly [audience in LegalAudience]: string };
  /** 'YYYY-MM-DD'. */
  effectiveFrom: string;
  sections: readonly LegalSection[];
}
