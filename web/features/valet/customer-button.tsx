// The customer's buttons: plain elements, so that the page stays light. One that waits says so and cannot be pressed twice.
import { useRef, useState } from "react";
import type { ReactNode } from "react";
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
  const [isWaiting, setIsWaiting] = useState(false);
  const isUnderWay = useRef(false);

  async function press(): Promise<void> {
    if (isUnderWay.current) return;
    isUnderWay.current = true;
    setIsWaiting(true);
    try {
      await onPress();
    } catch (thrown) {
      onFail(thrown);
    } finally {
      isUnderWay.current = false;
      setIsWaiting(false);
    }
  }
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
