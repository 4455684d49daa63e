// Why code of the page could not be loaded: no network, a release that has replaced the build of this tab, or something else.

export type Cause = "offline" | "release" | "failure";

/** Address of any document of this build: its entry script names the build. */
const documentPath = "/partner-with-us";
const timeoutMs = 10_000;

export const getBuild = () => document.querySelector("script[type=module]")?.getAttribute("src") ?? "";

export async function findCause(): Promise<Cause> {
  const signal = AbortSignal.timeout(timeoutMs);
  try {
    const response = await fetch(documentPath, { headers: { accept: "text/html" }, signal });
    if (!response.ok) return "offline";
    return (await response.text()).includes(getBuild()) ? "failure" : "release";
  } catch {
    return "offline";
  }
}
