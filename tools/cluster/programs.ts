// Programs of a cluster, as Debian's packages install them.
import { globSync } from "node:fs";
import path from "node:path";
import { findExecutable, isExecutable } from "#tools/executables.ts";

export interface ClusterPrograms {
  etcd: string;
  patroni: string;
  haproxy: string;
  /** Folder of the programs of PostgreSQL. */
  postgres: string;
}

/** Package of each program. */
const packages = { etcd: "etcd-server", patroni: "patroni", haproxy: "haproxy" } as const;
/** What Patroni needs of PostgreSQL; the embedded one has no `pg_basebackup` and no `pg_rewind`. */
const postgresPrograms = ["postgres", "initdb", "pg_ctl", "pg_basebackup", "pg_rewind", "pg_controldata"];

/** The programs, or the packages that are missing. */
export function findClusterPrograms(): { programs: ClusterPrograms } | { missing: string[] } {
  const find = (name: string): string | undefined => findExecutable(name, ["/usr/bin", "/usr/sbin"]);
  // The newest version first.
  const postgres = globSync("/usr/lib/postgresql/*/bin")
    .toSorted((one, other) => other.localeCompare(one, "en", { numeric: true }))
    .find((folder) => postgresPrograms.every((name) => isExecutable(path.join(folder, name))));
  const found = { etcd: find("etcd"), patroni: find("patroni"), haproxy: find("haproxy") };
  const { etcd, patroni, haproxy } = found;
  if (etcd && patroni && haproxy && postgres) return { programs: { etcd, patroni, haproxy, postgres } };
  return {
    missing: [
      ...(["etcd", "patroni", "haproxy"] as const).filter((name) => !found[name]).map((name) => packages[name]),
      ...(postgres ? [] : ["postgresql"]),
    ],
  };
}

/** One line for an operator. */
export function describeMissing(missing: readonly string[]): string {
  return `A cluster needs packages that are not installed: apt-get install ${missing.join(" ")}`;
}
