// §7 The name with which a file is downloaded, of an upload as of a later change.

/** Removes folders and control characters from a file name. */
export function sanitizeFileName(name: string): string {
  const baseName = name
    .split(/[\\/]/)
    .at(-1)!
    .replaceAll(/\p{Cc}/gu, "");
  return baseName.toWellFormed().trim().slice(0, 255) || "file";
}
