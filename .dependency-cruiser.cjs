// Which folder may import which. Each rule gives its reason; `npm run check` fails on an import that breaks one.

/** Modules of the server that serve every product area and depend on none. */
const infrastructure = "auth|db|http|items|jobs|live|messaging|observability|privacy|processes|security-log|storage";
/** Files at the root of `server/` that any module may import. */
const shared =
  "(config|context|environment|integrations-config|json-text|operator-error|request|settings/settings)\\.ts$";

/**
 * The product areas an area builds on. A new entry is a design decision; the graph has no cycles, which `dependenciesOf`
 * checks.
 */
const areaDependencies = {
  accounts: ["onboarding"],
  approvals: ["parking"],
  cash: ["branches", "debts", "offers", "payments"],
  customers: ["accounts", "files", "payments", "valet"],
  debts: ["payments"],
  invites: ["accounts", "parking"],
  // An answer on a notification does what its page would do.
  notifications: ["approvals", "parking", "valet"],
  onboarding: ["branches"],
  parking: ["accounts", "branches", "cash", "debts", "payments"],
  payments: ["branches", "offers", "people"],
  passes: ["accounts", "cash", "parking", "payments", "tariffs"],
  people: ["branches"],
  "pre-booking": ["parking", "tariffs"],
  // Papers are those of entries, tickets and their receipts.
  printing: ["cash", "parking", "payments", "valet"],
  reports: ["cash", "debts", "valet"],
  site: ["branches", "offers", "parking", "payments", "tariffs"],
  platform: ["onboarding", "people"],
  valet: ["accounts", "branches", "cash", "debts", "payments"],
};

const rules = [
  // Product rules run in the server and in the browser and give the same result in both. sanitize-html runs in both.
  only("domain-is-independent", {
    from: "^domain/",
    allowed: "^(domain/|node_modules/(zod|sanitize-html|@types/sanitize-html)/)",
  }),
  // The data engine knows collections, not product areas: an area inside the engine would be a second write path.
  only("engine-is-independent-of-features", {
    from: "^server/(items|db)/",
    allowed: "^(domain/|server/(items|db|(config|json-text|operator-error|processes/work-queue)\\.ts$))",
  }),
  only("processes-are-independent-of-their-work", {
    from: "^server/processes/",
    allowed: "^(domain/errors\\.ts$|server/(items/api-error\\.ts$|processes/))",
  }),
  // Backups contain the database and the files of any version, so they must not depend on the product.
  only("backup-is-independent-of-features", {
    from: "^server/backup/",
    allowed:
      "^(domain/|server/(backup|db|processes)/|server/(backup-config|first-start|json-text|operator-error)\\.ts$)",
  }),
  only("infrastructure-is-independent-of-features", {
    from: `^server/(${infrastructure})/`,
    pathNot: "^server/(items|db|processes)/",
    allowed: `^(domain/|server/(${infrastructure})/|server/${shared})`,
  }),
  // A client of an external service can be replaced without reading the rest of the server.
  only("external-clients-are-independent", {
    from: "^server/(messaging/(message-adapters|sms|smtp|push/(encrypt|web-push))|storage/(storage|s3-storage)|features/onboarding/tax-id-provider)\\.ts$",
    allowed:
      "^(domain/errors\\.ts$|server/(messaging/(message-adapters|sms|smtp|push/encrypt)|storage/(storage|s3-storage)|http/(json-client|guarded-lookup|public-address)|json-text)\\.ts$)",
  }),
  only("payment-providers-are-independent", {
    from: "^server/features/payments/providers/",
    pathNot: "/branch-gateways\\.ts$",
    allowed: "^(domain/errors\\.ts$|server/(features/payments/providers/|(http/json-client|json-text)\\.ts$))",
  }),
  // An area can be read and changed on its own: it uses the operations of the areas it builds on, never their routes.
  ...featureAreas().map((area) =>
    only(`area-${area}`, {
      from: `^server/features/${area}/`,
      allowed: `^(domain/|server/features/(${[area, ...dependenciesOf(area)].join("|")})/|server/(${infrastructure})/|server/${shared})`,
    }),
  ),
  {
    name: "routes-are-private",
    severity: "error",
    from: { path: "^server/features/([^/]+)/" },
    to: { path: "^server/features/.*routes[.]ts$", pathNot: "^server/features/$1/" },
  },
  // The design system has no product knowledge, and the API client has no screens.
  only("ui-is-independent", { from: "^web/ui/", allowed: "^(domain/|web/(ui|languages)/|web/store\\.ts$)" }),
  only("languages-are-independent", { from: "^web/languages/", allowed: "^(domain/|web/languages/|web/store\\.ts$)" }),
  only("api-client-is-independent", {
    from: "^web/api/",
    allowed: "^(domain/|web/(api|languages)/|web/(store|ui/feedback)\\.ts$)",
  }),
  only("product-components-are-independent-of-features", {
    from: "^web/product/",
    allowed: "^(domain/|web/(product|api|ui|languages)/|web/store\\.ts$)",
  }),
  only("web-areas-are-independent", {
    from: "^web/features/([^/]+)/",
    allowed: "^(domain/|web/features/$1/|web/(product|api|ui|languages)/|web/[^/]+$)",
  }),
  only("public-site-is-independent-of-features", {
    from: "^web/site/",
    allowed: "^(domain/|web/(site|product|api|ui|languages)/)",
  }),
  only("browser-is-independent-of-server", { from: "^web/", allowed: "^(domain|web)/" }),
  // A simulator that shared code with the server would share its mistakes.
  only("simulators-are-independent-of-server", { from: "^simulators/", allowed: "^(domain|simulators)/" }),
  // Production code must not need what only tests and developers have.
  only("server-is-independent-of-tools", { from: "^server/", allowed: "^(domain|server)/" }),
];

/** The areas this one may import. Throws where it would lead back to itself. */
function dependenciesOf(area, path = [area]) {
  const direct = areaDependencies[area] ?? [];
  for (const next of direct) {
    if (path.includes(next)) throw new Error(`The areas depend on each other: ${[...path, next].join(" → ")}`);
    dependenciesOf(next, [...path, next]);
  }
  return direct;
}

function featureAreas() {
  return require("node:fs")
    .readdirSync(`${__dirname}/server/features`, { withFileTypes: true })
    .flatMap((entry) => (entry.isDirectory() ? [entry.name] : []));
}

/** Files under `from` may import only `allowed`; packages are unrestricted except for `domain/`. Tests are exempt. */
function only(name, { from, pathNot, allowed }) {
  const restrictsPackages = name === "domain-is-independent";
  const ownCode = "^(domain|server|web|simulators|tests|tools)/";
  const tests = "\\.(test|story)\\.tsx?$";
  return {
    name,
    severity: "error",
    from: { path: from, pathNot: pathNot ? [tests, pathNot] : tests },
    to: restrictsPackages ? { pathNot: allowed } : { path: ownCode, pathNot: allowed },
  };
}

module.exports = {
  forbidden: [
    ...rules,
    {
      // A cycle of imports has no beginning to read from. Types alone may point back.
      name: "no-cycles",
      severity: "error",
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ["type-only"] } },
    },
    {
      // An import that cannot be resolved fails only when it is executed.
      name: "no-unresolved-imports",
      severity: "error",
      from: {},
      to: { couldNotResolve: true, pathNot: "\\.css$|\\?url$|^virtual:" },
    },
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    // TypeScript 7 has no programmatic interface for other tools yet.
    parser: "swc",
    tsPreCompilationDeps: true,
    enhancedResolveOptions: { exportsFields: ["exports"], conditionNames: ["import", "browser", "default", "types"] },
  },
};
