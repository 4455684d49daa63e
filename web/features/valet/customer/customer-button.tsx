// Button of the customer's pages: a plain element without Mantine, so that the page stays small. Ignores presses while pending.
import type { ReactNode } from "react";
import { useAsyncAction } from "#web/ui/forms/use-async-action.ts";
import styles from "#web/features/valet/customer/customer.module.css";

interface CustomerButtonProps {
  onPress: () => Promise<unknown>;
  /** Receives the error of `onPress`. */
  onError: (thrown: unknown) => void;
  isPrimary?: boolean;
  isSelected?: boolean;
  children: ReactNode;
}

export function CustomerButton({ onPress, onError, isPrimary = false, isSelected, children }: CustomerButtonProps) {
  const { isPending, run } = useAsyncAction({ action: onPress, onError });
  return (
    <button
      type="button"
      className={`${styles["button"]} ${isPrimary ? `${styles["primary"]} ${styles["wide"]}` : ""}`}
      aria-busy={isPending}
      aria-pressed={isSelected}
      onClick={() => void run()}
    >
      {children}
    </button>
  );
}
