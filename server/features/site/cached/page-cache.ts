// Rendered public pages, cached for some seconds: the same page is read and rendered once, however many ask for it.
import { promisify } from "node:util";
import { brotliCompress, constants, crc32, gzip } from "node:zlib";
import { LRUCache } from "lru-cache";
import type { Html } from "#domain/site/site-document.ts";
import { type CacheOptions, expireAfter, pageTimes } from "#server/features/site/cached/cache-time.ts";
import { writeHtml } from "#server/features/site/cached/html-bytes.ts";

const { cacheMs } = pageTimes;
const maxCacheBytes = 32 * 1024 * 1024;
const maxAskedPages = 4_000;
const purgeMs = 1_000;
/** A higher quality saves few bytes and takes several times as long. */
const brotliQuality = 4;

export type PageEncoding = "br" | "gzip" | "identity";

export interface RenderedPage {
  status: number;
  html: Html;
  /** When the oldest of what it shows was read; by default, just now. */
  readAt?: Date | undefined;
}
/** A redirect to the address where the page is. */
export interface MovedPage {
  path: string;
}
export interface CachedPage {
  status: number;
  etag: string;
  /** The page in an encoding; it is compressed when it is first asked for in it. */
  getBody: (encoding: PageEncoding) => Promise<Buffer>;
  /** Largest number of bytes that it takes. */
  maxBytes: number;
  /** To be called once for each `get`, when its bytes have been sent or will not be: those of a page that is not cached are reused. */
  release: () => void;
}

interface UsedPage extends CachedPage {
  use: () => void;
}

type Page = UsedPage | MovedPage;

const sizeOf = (page: Page): number => ("path" in page ? page.path.length + 1 : page.maxBytes);

export class PageCache {
  readonly #pages: LRUCache<string, Page>;
  /** Addresses that were asked for while the cache was full. */
  readonly #asked: LRUCache<string, true>;
  /** Pages that are being rendered. */
  readonly #pending = new Map<string, Promise<Page>>();

  #purgedAt = -Infinity;
  readonly #now: () => Date;

  constructor({ now }: CacheOptions) {
    this.#now = now;
    const expiry = expireAfter({ now, cacheMs });
    this.#asked = new LRUCache({ ...expiry, max: maxAskedPages });
    this.#pages = new LRUCache({
      ...expiry,
      maxSize: maxCacheBytes,
      sizeCalculation: sizeOf,
    });
  }

  /** The page of a URL, rendered by `render` unless it is cached; concurrent calls wait for the same rendering. */
  async get({
    url,
    render,
  }: {
    url: string;
    render: () => Promise<RenderedPage | MovedPage>;
  }): Promise<CachedPage | MovedPage> {
    const page = await (this.#pages.get(url) ?? this.#pending.get(url) ?? this.#render({ url, render }));
    if (!("path" in page)) page.use();
    return page;
  }

  /** Drops all pages, since any of them can show the row that has changed. */
  clear(): void {
    this.#pages.clear();
    this.#pending.clear();
  }

  async #render({ url, render }: { url: string; render: () => Promise<RenderedPage | MovedPage> }): Promise<Page> {
    // A page that was dropped while it was rendered can show the row as it was: it is sent, but not cached.
    const isCurrent = (): boolean => this.#pending.get(url) === rendering;
    const rendering = render().then((page) => this.#write({ url, page, isCurrent }));
    this.#pending.set(url, rendering);
    try {
      return await rendering;
    } finally {
      if (isCurrent()) this.#pending.delete(url);
    }
  }

  /** The bytes of a page that is not cached are those of a buffer that is reused. */
  #write({ url, page, isCurrent }: { url: string; page: RenderedPage | MovedPage; isCurrent: () => boolean }): Page {
    const readAt = "path" in page ? undefined : page.readAt;
    const ttl = readAt ? readAt.getTime() + cacheMs - this.#now().getTime() : cacheMs;
    const mayCache = isCurrent() && ttl > 0;
    if ("path" in page) {
      if (mayCache && this.#isAdmitted(url, page)) this.#pages.set(url, page, { ttl });
      return page;
    }
    const { bytes, release } = writeHtml(page.html);
    const written = toUsedPage({ status: page.status, bytes, release });
    if (!mayCache || !this.#isAdmitted(url, written)) return written;
    const cached = toUsedPage({ status: page.status, bytes: Buffer.from(bytes) });
    release();
    this.#pages.set(url, cached, { ttl });
    return cached;
  }

  /**
   * A full cache takes only pages that are asked for again. A rush of different addresses replaces none of those that many ask for, and its
   * pages are dropped while they are young, which takes the garbage collector less.
   */
  #isAdmitted(url: string, page: Page): boolean {
    if (this.#hasSpace(page)) return true;
    if (this.#asked.has(url)) return true;
    this.#asked.set(url, true);
    return false;
  }

  #hasSpace(page: Page): boolean {
    const hasSpace = (): boolean => this.#pages.calculatedSize + sizeOf(page) <= maxCacheBytes;
    if (hasSpace()) return true;
    // Looked for once in a while: it takes longer the more pages there are.
    const now = this.#now().getTime();
    if (now - this.#purgedAt >= purgeMs) {
      this.#purgedAt = now;
      this.#pages.purgeStale();
    }
    return hasSpace();
  }
}

const compressors: { [encoding in PageEncoding]: (body: Buffer) => Promise<Buffer> } = {
  br: (body) => promisify(brotliCompress)(body, { params: { [constants.BROTLI_PARAM_QUALITY]: brotliQuality } }),
  gzip: (body) => promisify(gzip)(body),
  identity: async (body) => body,
};

/** It only needs to tell versions of one page apart: a cryptographic hash takes four times as long, a twentieth of the time of a page. */
const toEtag = (bytes: Buffer): string => `"${bytes.length.toString(36)}-${crc32(bytes).toString(36)}"`;

function toUsedPage({
  status,
  bytes,
  release = () => {},
}: {
  status: number;
  bytes: Buffer;
  /** After the last use. */
  release?: () => void;
}): UsedPage {
  const bodies = new Map<PageEncoding, Promise<Buffer>>();
  let uses = 0;
  return {
    status,
    etag: toEtag(bytes),
    getBody: (encoding) => {
      const body = bodies.get(encoding) ?? compressors[encoding](bytes);
      bodies.set(encoding, body);
      return body;
    },
    // Compressed, a page takes less than half.
    maxBytes: 2 * bytes.length + 1,
    use: () => {
      uses += 1;
    },
    release: () => {
      uses -= 1;
      if (uses === 0) release();
    },
  };
}
