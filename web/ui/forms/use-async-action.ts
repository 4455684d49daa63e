// Runs an async action once at a time and exposes its pending state.
import { useRef, useState } from "react";

interface AsyncAction {
  isPending: boolean;
  run: () => Promise<void>;
}

/** `onError` receives what `action` throws. */
export function useAsyncAction({
  action,
  onError,
}: {
  action: () => Promise<unknown>;
  onError: (thrown: unknown) => void;
}): AsyncAction {
  const [isPending, setIsPending] = useState(false);
  // The state is applied on the next render; a second call may come before it.
  const isPendingRef = useRef(false);

  async function run(): Promise<void> {
    if (isPendingRef.current) return;
    isPendingRef.current = true;
    setIsPending(true);
    try {
      await action();
    } catch (thrown) {
      onError(thrown);
    } finally {
      isPendingRef.current = false;
      setIsPending(false);
    }
  }
  return { isPending, run };
}
