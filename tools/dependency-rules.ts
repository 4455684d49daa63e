// Rules for package-lock.json: licences that permit use and sale of the product, and a hash for every package.

export interface LockedPackage {
  version?: string;
  integrity?: string;
  license?: string;
  dev?: boolean;
  link?: boolean;
}
/** `packages` of package-lock.json by their path. */
export interface LockedPackages {
  [lockPath: string]: LockedPackage;
}

const allowedLicences = new Set([
  "0BSD",
  "Apache-2.0",
  "BlueOak-1.0.0",
  "BSD-2-Clause",
  "BSD-3-Clause",
  "CC0-1.0",
  "ISC",
  "MIT",
  "MIT-0",
  "OFL-1.1",
  "Python-2.0",
  "Unlicense",
  "Zlib",
]);

/** Licences with a condition that these packages meet, with the reason. */
const exceptions: readonly { licence: string; packages: RegExp; reason: string }[] = [
  // A separate library that is loaded unchanged.
  { licence: "LGPL-3.0-or-later", packages: /^@img\/sharp-/, reason: "libvips is linked dynamically" },
  // Only modified files must be published.
  { licence: "none", packages: /^png-js$/, reason: "its file LICENSE is the MIT licence" },
  {
    licence: "MPL-2.0",
    packages: /^(axe-core|lightningcss(-.+)?)$/,
    reason: "used unchanged, while building and testing",
  },
];

/** Returns a line for every package without hash or with a licence that is not allowed. */
export function findLockProblems(packages: LockedPackages): string[] {
  return Object.entries(packages).flatMap(([lockPath, lockedPackage]) => {
    if (lockPath === "" || lockedPackage.link) return [];
    const name = lockPath.slice(lockPath.lastIndexOf("node_modules/") + "node_modules/".length);
    const licence = lockedPackage.license ?? "none";
    return [
      ...(isLicenceAllowed({ name, licence })
        ? []
        : [`${name} ${lockedPackage.version}: the licence ${licence} is not allowed.`]),
      ...(lockedPackage.integrity?.startsWith("sha512-")
        ? []
        : [`${name} ${lockedPackage.version}: package-lock.json has no hash of it.`]),
    ];
  });
}

/** Evaluates an SPDX expression of names, AND, OR and parentheses. */
export function isLicenceAllowed({ name, licence }: { name: string; licence: string }): boolean {
  const inner = /^\((.*)\)$/.exec(licence)?.[1] ?? licence;
  if (/[()]/.test(inner)) return false;
  return inner
    .split(" OR ")
    .some((choice) =>
      choice
        .split(" AND ")
        .every((candidate) => allowedLicences.has(candidate) || isLicenceException({ name, licence: candidate })),
    );
}

function isLicenceException({ name, licence }: { name: string; licence: string }): boolean {
  return exceptions.some((candidate) => candidate.licence === licence && candidate.packages.test(name));
}

interface AuditReport {
  vulnerabilities?: {
    [name: string]: { severity: string; range?: string; via?: (string | { title?: string; url?: string })[] };
  };
  message?: string;
  statusCode?: number;
  error?: { summary?: string; code?: string };
}

export interface AuditFindings {
  /** High and critical vulnerabilities, one line each. */
  problems: string[];
  /** Further information, such as why the registry could not be queried. */
  notes: string[];
}

/** Parses the output of `npm audit --json`, which is not a report if the registry does not respond. */
export function parseAuditReport(output: string): AuditFindings {
  const report = parseReport(output);
  if (!report?.vulnerabilities)
    return {
      problems: [],
      notes: [`Advisories were NOT checked: ${getAuditError(report) ?? "npm audit gave no report"}`],
    };
  const problems: string[] = [];
  const notes: string[] = [];
  for (const [name, { severity, range, via }] of Object.entries(report.vulnerabilities)) {
    const titles = (via ?? []).map((candidate) =>
      typeof candidate === "string" ? `by ${candidate}` : `${candidate.title} ${candidate.url}`,
    );
    const line = `${name} ${range ?? ""}: ${severity}: ${titles.join("; ")}`;
    (severity === "high" || severity === "critical" ? problems : notes).push(line);
  }
  return { problems, notes };
}

function parseReport(text: string): AuditReport | undefined {
  try {
    return JSON.parse(text) as AuditReport;
  } catch {
    return undefined;
  }
}

function getAuditError(report: AuditReport | undefined): string | undefined {
  if (report?.statusCode) return `the registry answers ${report.statusCode} to npm audit`;
  return report?.error?.summary || report?.message || undefined;
}
