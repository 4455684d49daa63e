// Which addresses the native shell shows itself: those of the application, but not those that the server renders.

/** Leads to the pages of whoever is logged in. */
export const startPath = "/partner-with-us";

/** As `sitePaths` of vite.config.ts, and what the API answers. */
const serverPages =
  /^\/((parking|valet-parking|valet-service|pre-booking)(\/.*)?)?$|^\/[^/]+\/[^/]+\/[^/]+\/[^/]+\/info$|^\/(docs|graphql|server|assets)(\/|$)/;

/** Path and query of a link of the server that the application has a page for; undefined for others. */
export function findInternalPath({ url, serverOrigin }: { url: string; serverOrigin: string }): string | undefined {
  if (!URL.canParse(url)) return undefined;
  const { origin, pathname, search } = new URL(url);
  return origin === serverOrigin && !serverPages.test(pathname) ? pathname + search : undefined;
}
