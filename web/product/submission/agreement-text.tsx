// §3 Branch.agreement: sanitised rich text. Loaded on demand, since the sanitiser is larger than the page.
import { isRichTextEmpty, sanitizeRichText } from "#domain/text/rich-text.ts";
import styles from "#web/product/submission/submission.module.css";

export interface AgreementTextProps {
  html: string;
  /** Shown instead of a text without visible characters. */
  ifEmpty?: string;
  /** Shown before the text. */
  intro?: string;
  isShort?: boolean;
}

/** Sanitises on display too, regardless of how the text was stored. */
export function SanitizedAgreement({ html, ifEmpty = "", intro = "", isShort = false }: AgreementTextProps) {
  const text = intro + (isRichTextEmpty(html) ? ifEmpty : html);
  return (
    <div
      className={isShort ? `${styles["agreement"]} ${styles["short"]}` : styles["agreement"]}
      // A scrollable region must be focusable by keyboard.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      role="region"
      aria-label="Agreement"
      // oxlint-disable-next-line react/no-danger
      dangerouslySetInnerHTML={{ __html: sanitizeRichText(text) }}
    />
  );
}
