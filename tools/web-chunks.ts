// Chunk groups of the web build. Without them the bundler makes one file per set of pages that share a module, about a hundred
// requests per page.

interface ModuleInfo {
  isEntry: boolean;
  importers: readonly string[];
  dynamicImporters: readonly string[];
}
interface ChunkingContext {
  getModuleInfo: (id: string) => ModuleInfo | null;
}

const isPackage = /node_modules/;
/**
 * Documents and pages that are often opened first, on slow networks: they load no code that only other pages need. What
 * they share with each other or with other pages is in one file per set of them.
 */
const firstPages = {
  customer: /customer\.html$|valet\/customer\/customer-chat\.tsx$/,
  site: /site\/islands\/main\.ts$/,
  "log-in": /accounts\/log-in\.page/,
};
/** Module that loads the branch pages, and their layouts. */
const branchPageLoader = /web\/branch-pages\.ts$/;
const branchLayouts = /web\/(?:branch-pages|partner-layout|onboarding-layout)\.tsx?$/;
/** Modules shared by fewer pages are left to the bundler. */
const minSharedPages = 3;

/** Documents and pages that load a module. */
function findImportingPages({ id, chunking }: { id: string; chunking: ChunkingContext }): string[] {
  const pages: string[] = [];
  const visited = new Set<string>();
  const queue = [id];
  for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
    const moduleInfo = visited.has(next) ? null : chunking.getModuleInfo(next);
    visited.add(next);
    if (!moduleInfo) continue;
    if (moduleInfo.isEntry || moduleInfo.dynamicImporters.length > 0) pages.push(next);
    queue.push(...moduleInfo.importers);
  }
  return pages;
}

/** Chunk name of a module outside node_modules; null leaves it to the bundler. */
function getChunkName(id: string, chunking: ChunkingContext): string | null {
  if (isPackage.test(id)) return null;
  const pages = findImportingPages({ id, chunking });
  const loadedFirst = Object.entries(firstPages)
    .filter(([, pattern]) => pages.some((page) => pattern.test(page)))
    .map(([name]) => name);
  if (pages.some((page) => page.endsWith("index.html")))
    return loadedFirst.includes("site") ? "all-documents" : loadedFirst.includes("customer") ? "documents" : "first";
  if (pages.length < 2) return null;
  if (loadedFirst.length > 0) return loadedFirst.join("-");
  if (pages.length < minSharedPages) return null;
  const isBranchPage = (page: string): boolean =>
    branchLayouts.test(page) ||
    chunking.getModuleInfo(page)!.dynamicImporters.some((opener) => branchPageLoader.test(opener));
  return pages.every(isBranchPage) ? "desk" : "pages";
}

export const chunkGroups = [
  // Package code changes less often than the product's and stays in the browser cache.
  { name: "react", test: /node_modules[\\/](?:react|react-dom|scheduler)[\\/]/ },
  { name: "router", test: /node_modules[\\/](?:react-router|cookie-es|@tanstack)[\\/]/ },
  // A document that shows an icon needs this alone of the packages that icons are merged with.
  { name: "icon", test: /icons-react[\\/]dist[\\/]esm[\\/](?:createReactComponent|defaultAttributes)/ },
  // Of all documents: in a file of the web app's pages, it would start the web app in another document.
  {
    name: "languages",
    test: /web[\\/](?:languages[\\/]show-language|product[\\/]shell[\\/]language-choice)\.tsx?$|people[\\/]languages\.ts$/,
    includeDependenciesRecursively: false,
  },
  // Of papers, and loaded with a catalogue: in a file of pages, a catalogue would load these.
  { name: "charges", test: /text[\\/]charge-translations\.ts$/, includeDependenciesRecursively: false },
  // Too large to be merged into a file of other pages.
  { name: "map", test: /node_modules[\\/]leaflet[\\/]/ },
  {
    name: "packages",
    test: isPackage,
    minShareCount: 2,
    entriesAware: true,
    // Bytes: for a smaller file, the request costs more than loading unneeded code.
    entriesAwareMergeThreshold: 2_000,
    includeDependenciesRecursively: false,
  },
  { name: getChunkName, includeDependenciesRecursively: false },
];
