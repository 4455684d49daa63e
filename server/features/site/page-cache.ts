// Rendered public pages, kept for some seconds: the same page is read and rendered once, however many ask for it.
import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { LRUCache } from "lru-cache";

/** Issue of freshness: free slots on a page are at most this old when it is sent. */
const keptMs = 15_000;
const maxBytes = 32 * 1024 * 1024;
/** A higher quality saves few bytes and takes several times as long. */
const brotliQuality = 4;

export type PageEncoding = "br" | "gzip" | "identity";

export interface RenderedPage {
  status: number;
  html: string;
}
/** A redirect to the address where the page is. */
export interface MovedPage {
  path: string;
}
export interface CachedPage {
  status: number;
  etag: string;
  bodies: { [encoding in PageEncoding]: Buffer };
}

type Page = CachedPage | MovedPage;

export class PageCache {
  readonly #pages: LRUCache<string, Page>;
  /** Pages that are being rendered. */
  readonly #pending = new Map<string, Promise<Page>>();

  constructor({ now }: { now: () => Date }) {
    this.#pages = new LRUCache({
      ttl: keptMs,
      ttlResolution: 0,
      perf: { now: () => now().getTime() },
      maxSize: maxBytes,
      sizeCalculation: (page) =>
        "path" in page ? page.path.length + 1 : Object.values(page.bodies).reduce((sum, { length }) => sum + length, 1),
    });
  }

  /** The page of a URL, rendered by `render` unless it is kept; concurrent calls wait for the same rendering. */
  async get({ url, render }: { url: string; render: () => Promise<RenderedPage | MovedPage> }): Promise<Page> {
    return this.#pages.get(url) ?? this.#pending.get(url) ?? this.#render({ url, render });
  }

  /** Drops all pages, since any of them can show the row that has changed. */
  clear(): void {
    this.#pages.clear();
    this.#pending.clear();
  }

  async #render({ url, render }: { url: string; render: () => Promise<RenderedPage | MovedPage> }): Promise<Page> {
    const rendering = render().then(encodePage);
    this.#pending.set(url, rendering);
    // A page that was dropped while it was rendered can show the row as it was: it is sent, but not kept.
    const isCurrent = (): boolean => this.#pending.get(url) === rendering;
    try {
      const page = await rendering;
      if (isCurrent()) this.#pages.set(url, page);
      return page;
    } finally {
      if (isCurrent()) this.#pending.delete(url);
    }
  }
}

async function encodePage(page: RenderedPage | MovedPage): Promise<Page> {
  if ("path" in page) return page;
  const { status, html } = page;
  const identity = Buffer.from(html);
  const [br, gzipped] = await Promise.all([
    promisify(brotliCompress)(identity, { params: { [constants.BROTLI_PARAM_QUALITY]: brotliQuality } }),
    promisify(gzip)(identity),
  ]);
  const etag = `"${createHash("sha256").update(identity).digest("base64url").slice(0, 27)}"`;
  return { status, etag, bodies: { br, gzip: gzipped, identity } };
}
