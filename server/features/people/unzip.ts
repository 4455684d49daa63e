// §5 Unpacks a workbook, which is a ZIP file, within limits. Runs in the list process (list-worker.ts).
import { inflateRawSync } from "node:zlib";
import { throwTooLarge } from "#server/features/people/too-large.ts";
import { throwApiError } from "#server/items/api-error.ts";

export interface UnzipLimits {
  /** Total size of all entries in bytes, both as listed in the directory and as unpacked. */
  maxBytes: number;
  maxEntries: number;
}

interface ZipEntry {
  name: string;
  method: number;
  compressedSize: number;
  size: number;
  /** Offset of its local header. */
  headerOffset: number;
}

const endSignature = 0x06054b50;
const entrySignature = 0x02014b50;
const localSignature = 0x04034b50;
const endBytes = 22;
const entryBytes = 46;
const localBytes = 30;
const maxCommentBytes = 0xffff;
const [stored, deflated] = [0, 8];
const encryptedFlag = 1;
const tooLargeMessage = "The contents of this file are too large.";

/**
 * Returns the files of a ZIP by name. Throws CONTENT_TOO_LARGE before unpacking if the directory exceeds the limits,
 * and UNSUPPORTED_MEDIA_TYPE for a file that is not a ZIP, is encrypted, or whose entries differ in size from the
 * directory.
 */
export function unzip({ bytes, limits }: { bytes: Buffer; limits: UnzipLimits }): Map<string, Buffer> {
  const entries = readDirectory({ bytes, maxEntries: limits.maxEntries });
  const total = entries.reduce((sum, { size }) => sum + size, 0);
  if (total > limits.maxBytes) throwTooLarge(tooLargeMessage);
  return new Map(entries.map((entry) => [entry.name, readEntry({ bytes, entry })]));
}

function readDirectory({ bytes, maxEntries }: { bytes: Buffer; maxEntries: number }): ZipEntry[] {
  const end = findEndRecord(bytes);
  const count = bytes.readUInt16LE(end + 10);
  if (count > maxEntries) throwTooLarge(tooLargeMessage);
  const entries: ZipEntry[] = [];
  let offset = bytes.readUInt32LE(end + 16);
  for (let index = 0; index < count; index += 1) {
    if (offset + entryBytes > bytes.length || bytes.readUInt32LE(offset) !== entrySignature) throwCorruptFile();
    const isEncrypted = (bytes.readUInt16LE(offset + 8) & encryptedFlag) !== 0;
    const [nameBytes, extraBytes, commentBytes] = [28, 30, 32].map((position) => bytes.readUInt16LE(offset + position));
    const next = offset + entryBytes + nameBytes! + extraBytes! + commentBytes!;
    if (isEncrypted || next > bytes.length) throwCorruptFile();
    entries.push({
      name: bytes.toString("utf8", offset + entryBytes, offset + entryBytes + nameBytes!),
      method: bytes.readUInt16LE(offset + 10),
      compressedSize: bytes.readUInt32LE(offset + 20),
      size: bytes.readUInt32LE(offset + 24),
      headerOffset: bytes.readUInt32LE(offset + 42),
    });
    offset = next;
  }
  return entries;
}

/** Returns the offset of the end record of a ZIP, which only a comment may follow. */
function findEndRecord(bytes: Buffer): number {
  const earliestOffset = Math.max(0, bytes.length - endBytes - maxCommentBytes);
  for (let offset = bytes.length - endBytes; offset >= earliestOffset; offset -= 1)
    if (bytes.readUInt32LE(offset) === endSignature) return offset;
  return throwCorruptFile();
}

function readEntry({ bytes, entry }: { bytes: Buffer; entry: ZipEntry }): Buffer {
  const { headerOffset, method, compressedSize, size: unpackedSize } = entry;
  if (headerOffset + localBytes > bytes.length || bytes.readUInt32LE(headerOffset) !== localSignature)
    throwCorruptFile();
  const start =
    headerOffset + localBytes + bytes.readUInt16LE(headerOffset + 26) + bytes.readUInt16LE(headerOffset + 28);
  const content = bytes.subarray(start, start + compressedSize);
  if (content.length !== compressedSize) throwCorruptFile();
  const unpackedContent =
    method === stored ? content : method === deflated ? inflate({ content, unpackedSize }) : throwCorruptFile();
  return unpackedContent.length === unpackedSize ? unpackedContent : throwCorruptFile();
}

/** Fails if the content is larger than the directory says. */
function inflate({ content, unpackedSize }: { content: Buffer; unpackedSize: number }): Buffer {
  try {
    return inflateRawSync(content, { maxOutputLength: Math.max(unpackedSize, 1) });
  } catch {
    return throwCorruptFile();
  }
}

function throwCorruptFile(): never {
  return throwApiError("UNSUPPORTED_MEDIA_TYPE", { where: "file import" });
}
