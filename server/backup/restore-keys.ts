// Checks whether the keys of this installation can read a restored database.
import { getKeys, isKeyOf } from "#domain/object-keys.ts";
import { computeFingerprint, type Manifest } from "#server/backup/manifest.ts";

/** Keys by file name; null if the installation has none yet. */
export interface RestoreKeys {
  secret: string | null;
  "credentials-key": string | null;
}

const consequencesOfMissingKey = {
  secret: "all users must log in again, and open codes, two-factor secrets and static tokens become invalid",
  "credentials-key": "payment credentials must be entered again",
} as const;
const settingNames = { secret: "SECRET", "credentials-key": "CREDENTIALS_KEY" } as const;

/**
 * Returns whether a key file of the archive is written to the data folder; existing ones are replaced only on request.
 */
export function shouldRestoreKey({
  name,
  keys,
  canReplace,
}: {
  name: string;
  keys: RestoreKeys;
  canReplace: boolean;
}): boolean {
  return isKeyOf(consequencesOfMissingKey, name) && (canReplace || keys[name] === null);
}

/** Returns a warning for every key of the archive that this installation lacks after the restore. */
export function checkKeys(args: { manifest: Manifest; keys: RestoreKeys; mayReplace: boolean }): string[] {
  const { manifest, keys, mayReplace } = args;
  const { included, fingerprints } = manifest.secrets;
  return getKeys(consequencesOfMissingKey).flatMap((name) => {
    if (included.includes(name) && shouldRestoreKey({ name, keys, canReplace: mayReplace })) return [];
    const currentKey = keys[name];
    if (currentKey !== null && computeFingerprint(currentKey) === fingerprints[name]) return [];
    return [
      `This installation does not have the ${settingNames[name]} the backup was made with. Restore it before the first start (${settingNames[name]}, or the file "${name}" of the data folder), or ${consequencesOfMissingKey[name]}.`,
    ];
  });
}
