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

let previous: Promise<unknown> = Promise.resolve();

/** Presses take effect in their order: a request that overtook an earlier one could make the server reject that one. */
function runInOrder(action: () => Promise<unknown>): Promise<unknown> {
  const result = previous.then(action);
  previous = result.catch(() => {});
  return result;
}

export function CustomerButton({ onPress, onError, isPrimary = false, isSelected, children }: CustomerButtonProps) {
  const { isPending, run } = useAsyncAction({ action: () => runInOrder(onPress), onError });
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
