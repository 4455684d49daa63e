// A press whose action takes time: it is said to wait, and pressing again meanwhile does nothing.
import { useRef, useState } from "react";

interface Press {
  isWaiting: boolean;
  press: () => Promise<void>;
}

/** `onFail` gets what `onPress` threw. */
export function usePress({
  onPress,
  onFail,
}: {
  onPress: () => Promise<unknown>;
  onFail: (thrown: unknown) => void;
}): Press {
  const [isWaiting, setIsWaiting] = useState(false);
  // The state is drawn later than a second press may come.
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
  return { isWaiting, press };
}
