// Preloaded by test processes. node:test tracks every promise of the process, to know in which suite a test or a hook is
// declared and which test has caused an uncaught error. That takes a third of the CPU of a server test, so the tracking
// is paused while the tests of a file run. Then an uncaught error fails the file instead of a single test, and a hook
// for the end of a test has to be declared with its context (context.after).
import asyncHooks, { type AsyncHook } from "node:async_hooks";

const { createHook } = asyncHooks;
let tracking: AsyncHook | undefined;

// The runner creates its hook at the first test; no option of Node.js refers to it.
function createAndKeepHook(callbacks: Parameters<typeof createHook>[0]): AsyncHook {
  tracking = createHook(callbacks);
  Object.assign(asyncHooks, { createHook });
  return tracking;
}
Object.assign(asyncHooks, { createHook: createAndKeepHook });

export const pauseTracking = (): void => void tracking?.disable();
export const resumeTracking = (): void => void tracking?.enable();
