// The customer's buttons: plain elements, so that the page stays light. One that waits says so and cannot be pressed twice.
import type { ReactNode } from "react";
import { usePress } from "#web/ui/use-press.ts";
import styles from "#web/features/valet/customer.module.css";

interface PressProps {
  onPress: () => Promise<unknown>;
  /** Gets what `onPress` threw. */
  onFail: (thrown: unknown) => void;
  isMain?: boolean;
  isChosen?: boolean;
  children: ReactNode;
}

export function Press({ onPress, onFail, isMain = false, isChosen, children }: PressProps) {
  const { isWaiting, press } = usePress({ onPress, onFail });
  return (
    <button
      type="button"
      className={`${styles["button"]} ${isMain ? styles["main"] : ""}`}
      aria-busy={isWaiting}
      aria-pressed={isChosen}
      onClick={() => void press()}
    >
      {children}
    </button>
  );
}
