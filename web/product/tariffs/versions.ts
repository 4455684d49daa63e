// The versions of a tariff by their start: in force, scheduled or replaced.
export type VersionState = "scheduled" | "in_force" | "replaced";

interface VersionTimes {
  starts_at: string;
  number: number | null;
}

/** Latest start first; of equal starts the higher number. */
export function sortVersions<T extends VersionTimes>(versions: readonly T[]): T[] {
  return versions.toSorted(
    (one, other) => Date.parse(other.starts_at) - Date.parse(one.starts_at) || (other.number ?? 0) - (one.number ?? 0),
  );
}

/** The version with the latest start that is not in the future. */
export function findVersionInForce<T extends VersionTimes>(versions: readonly T[], now: Date): T | undefined {
  return sortVersions(versions).find(({ starts_at }) => Date.parse(starts_at) <= now.getTime());
}

export function getVersionState<T extends VersionTimes>({
  version,
  versions,
  now,
}: {
  version: T;
  versions: readonly T[];
  now: Date;
}): VersionState {
  if (Date.parse(version.starts_at) > now.getTime()) return "scheduled";
  return findVersionInForce(versions, now) === version ? "in_force" : "replaced";
}
