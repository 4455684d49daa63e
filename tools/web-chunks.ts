// Which modules of the web share a file: left alone, the bundler makes one for every set of pages that share a module,
// and a page asks for a hundred.

interface ModuleInfo {
  isEntry: boolean;
  importers: readonly string[];
  dynamicImporters: readonly string[];
}
interface Chunking {
  getModuleInfo: (id: string) => ModuleInfo | null;
}

const isPackage = /node_modules/;
/** Opened first, over whatever network there is: they load nothing that only others need. */
const firstPages = /landing\.page|log-in\/log-in\.page/;
/** What opens the pages behind the log-in of those who work at a branch, and the frame around them. */
const opensDesk = /web\/branch-pages\.ts$/;
const deskFrame = /web\/(?:branch-pages|partner-frame|application-frame)\.tsx?$/;
/** What fewer pages share stays where the bundler puts it. */
const fewestPages = 3;

/** The documents and pages that a module is loaded for. */
function pagesOf({ id, chunking }: { id: string; chunking: Chunking }): string[] {
  const pages: string[] = [];
  const seen = new Set<string>();
  const above = [id];
  for (let next = above.pop(); next !== undefined; next = above.pop()) {
    const found = seen.has(next) ? null : chunking.getModuleInfo(next);
    seen.add(next);
    if (!found) continue;
    if (found.isEntry || found.dynamicImporters.length > 0) pages.push(next);
    above.push(...found.importers);
  }
  return pages;
}

/** The file of a module of ours; null leaves it to the bundler. */
function chunkOf(id: string, chunking: Chunking): string | null {
  if (isPackage.test(id)) return null;
  const pages = pagesOf({ id, chunking });
  const isIn = (document: string): boolean => pages.some((page) => page.includes(document));
  if (isIn("index.html")) return isIn("customer.html") ? "documents" : "first";
  if (isIn("customer.html") || pages.some((page) => firstPages.test(page)) || pages.length < fewestPages) return null;
  const isDesk = (page: string): boolean =>
    deskFrame.test(page) || chunking.getModuleInfo(page)!.dynamicImporters.some((opener) => opensDesk.test(opener));
  return pages.every(isDesk) ? "desk" : "pages";
}

export const chunkGroups = [
  // What changes with a new version of a package and not with ours stays in the browser's cache.
  { name: "react", test: /node_modules[\\/](?:react|react-dom|scheduler)[\\/]/ },
  { name: "router", test: /node_modules[\\/](?:react-router|cookie-es|@tanstack)[\\/]/ },
  {
    name: "packages",
    test: isPackage,
    minShareCount: 2,
    entriesAware: true,
    // Bytes: a file of less costs more to ask for than to load in vain.
    entriesAwareMergeThreshold: 3_000,
    includeDependenciesRecursively: false,
  },
  { name: chunkOf, includeDependenciesRecursively: false },
];
