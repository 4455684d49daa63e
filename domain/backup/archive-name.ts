// Names of backup archives, and selection of the archives that exceed the retention count.

const pattern = /^chaavi-backup-\d{8}T\d{6}Z\.tar\.gz(\.age)?$/;

/** 'chaavi-backup-20260131T203000Z.tar.gz', with '.age' after it for an encrypted one; sorts by time. */
export function formatArchiveName({ at, isEncrypted }: { at: Date; isEncrypted: boolean }): string {
  const time = at
    .toISOString()
    .replace(/\.\d+Z$/, "Z")
    .replaceAll(/[-:]/g, "");
  return `chaavi-backup-${time}.tar.gz${isEncrypted ? ".age" : ""}`;
}

/** Returns the archives among `names` beyond the newest `keep`; other files are ignored. */
export function findExpiredArchives({ names, keep }: { names: readonly string[]; keep: number }): string[] {
  const archives = names.filter((name) => pattern.test(name)).toSorted();
  return archives.slice(0, Math.max(0, archives.length - keep));
}
