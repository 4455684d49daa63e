// §2 public pages: the form that reports a mistake on the page of a branch.
export interface MistakeForm {
  path: string;
  branch: { name: string; path: string };
  typed: { kind: string; words: string; email: string; phone: string };
  isReported: boolean;
  error: string | null;
}
