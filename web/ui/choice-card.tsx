// A label that looks like a button and selects the radio button or checkbox inside it, which is visually hidden.
import type { LabelHTMLAttributes } from "react";
import { joinClassNames } from "#web/ui/class-names.ts";
import styles from "#web/ui/choice-card.module.css";

export function ChoiceCard({ className, children, ...rest }: LabelHTMLAttributes<HTMLLabelElement>) {
  return (
    <label {...rest} className={joinClassNames(styles["choice"], className)}>
      {children}
    </label>
  );
}
