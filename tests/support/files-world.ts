// Uploads and assets over a real port: people of three branches, and what they send.
import { mkdtempSync, readdirSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { uploadFiles } from "@directus/sdk";
import sharp from "sharp";
import { localStorage } from "#server/adapters/storage.ts";
import { FileStore } from "#server/services/file-store.ts";
import { startApp, type Caller } from "#tests/support/app.ts";
import { factories, type MadeBranch } from "#tests/support/make.ts";
import { openPort, sdkAs } from "#tests/support/sdk.ts";

export type Kept = { [field: string]: unknown } & { id: string };
type Client = ReturnType<typeof sdkAs>;

export function picture(width: number, height: number, background = "#335577") {
  return sharp({ create: { width, height, channels: 3, background } });
}

/** A photo as a phone takes it: with its maker and its place. */
export const car = await picture(400, 200)
  .withExif({ IFD0: { Make: "Phone" }, IFD3: { GPSLatitude: "13/1 4/1 0/1" } })
  .jpeg()
  .toBuffer();

/** The parts of a form in their order: `[name, value]` or `[name, bytes, file name]`. */
export function form(...parts: [string, string | Blob, string?][]): FormData {
  const data = new FormData();
  for (const [name, value, file] of parts)
    if (typeof value === "string") data.append(name, value);
    else data.append(name, value, file);
  return data;
}

export function blob(bytes: Uint8Array, type = "image/jpeg"): Blob {
  return new Blob([bytes as Uint8Array<ArrayBuffer>], { type });
}

export async function startFilesWorld() {
  const dataDir = mkdtempSync(path.join(tmpdir(), "chaavi-files-"));
  const { app, as, sql } = await startApp({ config: { dataDir } });
  const make = factories(sql);
  const address = await openPort(app);
  const branch = await make.branch();
  const foreign = await make.branch();
  const sister = await make.branch({ company: branch.company });
  const at = async (role: "admin" | "manager" | "staff", place: MadeBranch) =>
    as(await make.user(role, { branch: place }));
  const callers: { [person: string]: Caller } = {
    platform: await as(await make.user("platform")),
    admin: await at("admin", branch),
    manager: await at("manager", branch),
    staff: await at("staff", branch),
    colleague: await at("staff", branch),
    sister: await at("manager", sister),
    stranger: await at("admin", foreign),
    customer: await as(await make.user("customer")),
    nobody: await as(),
  };
  const clients = new Map(Object.entries(callers).map(([person, caller]) => [person, sdkAs({ address, caller })]));
  const client = (person: string): Client => clients.get(person)!;

  async function upload(person = "staff", bytes: Uint8Array = car, name = "car.jpg"): Promise<Kept> {
    return (await client(person).request(uploadFiles(form(["file", blob(bytes), name])))) as unknown as Kept;
  }

  async function asset(
    id: string,
    options: { person?: string; query?: string; headers?: object; method?: string } = {},
  ): Promise<Response> {
    const { person = "staff", query = "", headers = {}, method = "GET" } = options;
    const token = callers[person]!.token;
    return fetch(`${address}/assets/${id}${query}`, {
      method,
      headers: { ...(token ? { authorization: `Bearer ${token}` } : {}), ...headers },
    });
  }

  /** What lies in the file store. */
  function storedFiles(): string[] {
    try {
      return readdirSync(path.join(dataDir, "files"));
    } catch {
      return [];
    }
  }

  async function counts(): Promise<{ rows: number; loose: number; files: number }> {
    const [row] = await sql<{ rows: number; loose: number }[]>`
      select (select count(*)::int from files) as rows, (select count(*)::int from loose_files) as loose`;
    return { ...row!, files: storedFiles().length };
  }

  /** Sweeps as the server does every minute; answers what of the store is gone by that. */
  async function sweep(): Promise<string[]> {
    const had = storedFiles();
    await new FileStore({ sql, main: localStorage(path.join(dataDir, "files")) }).sweep();
    return had.filter((key) => !storedFiles().includes(key));
  }

  const places = { branch, foreign };
  return { as, sql, make, address, dataDir, callers, client, upload, asset, storedFiles, counts, sweep, ...places };
}
