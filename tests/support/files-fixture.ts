// Uploads and assets over a real port: users of three branches, and the files they send.
import { mkdtempSync, readdirSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { uploadFiles } from "@directus/sdk";
import sharp from "sharp";
import { createLocalStorage } from "#server/storage/storage.ts";
import { FileStore } from "#server/storage/file-store.ts";
import { startApp, type TestClient } from "#tests/support/app.ts";
import { createFactories, type CreatedBranch } from "#tests/support/factories.ts";
import { listenOnFreePort, createSdkClient } from "#tests/support/sdk.ts";

export type StoredFile = { [field: string]: unknown } & { id: string };
type SdkClient = ReturnType<typeof createSdkClient>;

export function createImage(width: number, height: number, background = "#335577") {
  return sharp({ create: { width, height, channels: 3, background } });
}

/** A photo as a phone takes it: with device and location. */
export const carPhoto = await createImage(400, 200)
  .withExif({ IFD0: { Make: "Phone" }, IFD3: { GPSLatitude: "13/1 4/1 0/1" } })
  .jpeg()
  .toBuffer();

/** The parts of a form in their order: `[name, value]` or `[name, bytes, file name]`. */
export function createForm(...parts: [string, string | Blob, string?][]): FormData {
  const data = new FormData();
  for (const [name, value, file] of parts)
    if (typeof value === "string") data.append(name, value);
    else data.append(name, value, file);
  return data;
}

export function createBlob(bytes: Uint8Array, type = "image/jpeg"): Blob {
  return new Blob([bytes as Uint8Array<ArrayBuffer>], { type });
}

export async function startFilesFixture() {
  const dataDir = mkdtempSync(path.join(tmpdir(), "chaavi-files-"));
  const { app, asUser: as, sql, url } = await startApp({ config: { dataDir } });
  const factories = createFactories(sql);
  const address = await listenOnFreePort(app);
  const branch = await factories.branch();
  const foreign = await factories.branch();
  const sister = await factories.branch({ company: branch.company });
  const at = async (role: "admin" | "manager" | "staff", site: CreatedBranch) =>
    as(await factories.user(role, { branch: site }));
  const callers: { [person: string]: TestClient } = {
    platform: await as(await factories.user("platform")),
    admin: await at("admin", branch),
    manager: await at("manager", branch),
    staff: await at("staff", branch),
    colleague: await at("staff", branch),
    sister: await at("manager", sister),
    stranger: await at("admin", foreign),
    customer: await as(await factories.user("customer")),
    nobody: await as(),
  };
  const clients = new Map(
    Object.entries(callers).map(([person, caller]) => [person, createSdkClient({ address, caller })]),
  );
  const client = (person: string): SdkClient => clients.get(person)!;

  async function upload(person = "staff", bytes: Uint8Array = carPhoto, name = "car.jpg"): Promise<StoredFile> {
    return (await client(person).request(
      uploadFiles(createForm(["file", createBlob(bytes), name])),
    )) as unknown as StoredFile;
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

  /** The contents of the file store. */
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

  /** Sweeps as the server does every minute; returns what was deleted from the store. */
  async function sweep(): Promise<string[]> {
    const previous = storedFiles();
    await new FileStore({ sql, main: createLocalStorage(path.join(dataDir, "files")) }).sweep();
    return previous.filter((key) => !storedFiles().includes(key));
  }

  const sites = { branch, foreign };
  return {
    as,
    sql,
    url,
    factories,
    address,
    dataDir,
    callers,
    client,
    upload,
    asset,
    storedFiles,
    counts,
    sweep,
    ...sites,
  };
}
