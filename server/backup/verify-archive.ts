// Verifies an archive against its own manifest, without using a database.
import { createHash, type Hash } from "node:crypto";
import { z } from "zod";
import { readArchive } from "#server/backup/archive-reader.ts";
import {
  archiveFormat,
  entryNames,
  formatVersion,
  type Manifest,
  manifestSchema,
  type TableSummary,
} from "#server/backup/manifest.ts";
import { jsonText } from "#server/json-text.ts";
import { OperatorError } from "#server/operator-error.ts";

interface EntryDigest {
  hash: Hash;
  size: number;
}

/** Contents of an archive. */
interface ArchiveContents {
  tables: Map<string, EntryDigest>;
  files: EntryDigest & { count: number };
  secrets: string[];
  manifest: Manifest | undefined;
  hasFormat: boolean;
}

/**
 * Reads an archive completely and returns its manifest. Throws OperatorError if anything is damaged, missing,
 * unexpected, or of a newer format.
 */
export async function verifyArchive(args: { file: string; passphrase: string | null }): Promise<Manifest> {
  const { file } = args;
  const contents = await readContents(args);
  const { manifest } = contents;
  if (!contents.hasFormat) throw new OperatorError(`${file} is not a backup of Chaavi.`);
  if (!manifest) throw new OperatorError(`The archive ${file} has no manifest: it is damaged or not complete.`);
  const damaged = [
    ...manifest.tables.filter((table) => !isTableComplete({ table, contents })).map(({ name }) => `the table ${name}`),
    ...findSurplusTables({ manifest, contents }),
    ...(contents.files.count === manifest.files.count && digest(contents.files) === manifest.files.sha256
      ? []
      : ["the files"]),
    ...(contents.secrets.join() === manifest.secrets.included.join() ? [] : ["the key files"]),
  ];
  if (damaged.length > 0)
    throw new OperatorError(`The archive ${file} is damaged: its checksums do not fit for ${damaged.join(", ")}.`);
  return manifest;
}

async function readContents(args: { file: string; passphrase: string | null }): Promise<ArchiveContents> {
  const contents: ArchiveContents = {
    tables: new Map(),
    files: { hash: createHash("sha256"), size: 0, count: 0 },
    secrets: [],
    manifest: undefined,
    hasFormat: false,
  };
  for await (const { name, body } of readArchive(args)) {
    if (contents.manifest)
      throw new OperatorError(`The archive ${args.file} is damaged: there is more after its manifest.`);
    if (name === entryNames.format)
      contents.hasFormat = isSupportedFormat({ file: args.file, bytes: await readAll(body) });
    else if (name === entryNames.manifest)
      contents.manifest = parseManifest({ file: args.file, bytes: await readAll(body) });
    else if (name.startsWith(entryNames.database))
      await addToDigest({ entryDigest: getTableDigest({ contents, name }), body });
    else if (name.startsWith(entryNames.files)) await addFile({ contents, name, body });
    else if (name.startsWith(entryNames.secrets)) {
      await readAll(body);
      contents.secrets.push(name.slice(entryNames.secrets.length));
    } else throw new OperatorError(`The archive ${args.file} has an unknown entry: ${name}.`);
  }
  return contents;
}

const manifestText = jsonText(manifestSchema);
const archiveFormatText = jsonText(z.object({ format: z.literal(archiveFormat), formatVersion: z.number() }));

function parseManifest({ file, bytes }: { file: string; bytes: Buffer }): Manifest {
  const { data } = manifestText.safeParse(bytes.toString("utf8"));
  if (!data) throw new OperatorError(`The archive ${file} is damaged: its manifest cannot be read.`);
  return data;
}

function isSupportedFormat({ file, bytes }: { file: string; bytes: Buffer }): boolean {
  const format = archiveFormatText.safeParse(bytes.toString("utf8")).data;
  if (!format) return false;
  const { formatVersion: version } = format;
  if (version !== formatVersion)
    throw new OperatorError(
      `The archive ${file} has format ${version}; this version of Chaavi reads ${formatVersion}.`,
    );
  return true;
}

function getTableDigest({ contents, name }: { contents: ArchiveContents; name: string }): EntryDigest {
  const key = getTableKey(name);
  const tableDigest = contents.tables.get(key) ?? { hash: createHash("sha256"), size: 0 };
  contents.tables.set(key, tableDigest);
  return tableDigest;
}

/** Returns 'public/Companies' for 'database/public/Companies/00000001'. */
export function getTableKey(name: string): string {
  return name.slice(entryNames.database.length, name.lastIndexOf("/"));
}

async function addToDigest({
  entryDigest,
  body,
}: {
  entryDigest: EntryDigest;
  body: AsyncIterable<Uint8Array>;
}): Promise<void> {
  for await (const bytes of body) {
    entryDigest.hash.update(bytes);
    entryDigest.size += bytes.length;
  }
}

async function addFile(args: {
  contents: ArchiveContents;
  name: string;
  body: AsyncIterable<Uint8Array>;
}): Promise<void> {
  const { contents, name, body } = args;
  const { files } = contents;
  // The writer hashes the length before the bytes, so a file is read completely first; its size is limited.
  const bytes = await readAll(body);
  files.hash.update(`${name}\0${bytes.length}\0`).update(bytes);
  files.count += 1;
  files.size += bytes.length;
}

function isTableComplete({ table, contents }: { table: TableSummary; contents: ArchiveContents }): boolean {
  const tableDigest = contents.tables.get(`${table.schema}/${table.name}`);
  if (!tableDigest) return table.size === 0;
  return tableDigest.size === table.size && digest(tableDigest) === table.sha256;
}

function findSurplusTables({ manifest, contents }: { manifest: Manifest; contents: ArchiveContents }): string[] {
  const expectedTables = new Set(manifest.tables.map(({ schema, name }) => `${schema}/${name}`));
  return [...contents.tables.keys()].filter((name) => !expectedTables.has(name)).map((name) => `the table ${name}`);
}

function digest({ hash }: EntryDigest): string {
  return hash.copy().digest("hex");
}

export async function readAll(body: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  for await (const part of body) parts.push(part);
  return Buffer.concat(parts);
}
