// Who may import whom. Each ban says why it is there; `npm test` fails on any import that breaks one.

/** What each folder may import besides itself; everything else of ours is closed to it. */
const bans = [
  // The rules of the product run in the server and in the browser alike, and give the same answer every time.
  ban("domain-stands-alone", { from: "^domain/", allowed: "^(domain/|node_modules/zod/)" }),
  // The engine knows collections, not features: a feature that reached into it would be a second write path.
  ban("engine-knows-no-features", {
    from: "^server/(items|db)/",
    allowed: "^(domain/|server/(items|db|plain-error\\.ts|config\\.ts))",
  }),
  // An adapter speaks to the outside world and nothing else, so that it can be exchanged without reading ours.
  ban("adapters-know-nothing-of-ours", {
    from: "^server/adapters/",
    allowed: "^(domain/errors\\.ts$|server/adapters/)",
  }),
  // A service serves several features: one that knew them would tie them together.
  ban("services-know-no-features", {
    from: "^server/services/",
    allowed:
      "^(domain/|server/(items|db|services|adapters)/|server/(config|outside-config|context|request|plain-error)\\.ts$)",
  }),
  // A feature can be read and changed alone only when no other leans on its insides.
  ban("server-features-stand-alone", {
    from: "^server/features/([^/]+)/",
    allowed:
      "^(domain/|server/features/$1/|server/(items|services|db|adapters)/|server/(config|context|request|plain-error)\\.ts$)",
  }),
  // The parts every page is made of must not know the pages.
  ban("web-parts-know-no-features", { from: "^web/(ui|items)/", allowed: "^(domain/|web/(ui|items)/)" }),
  // As on the server; and the server's code has no business in a browser.
  ban("web-features-stand-alone", {
    from: "^web/features/([^/]+)/",
    allowed: "^(domain/|web/features/$1/|web/(ui|items)/|web/[^/]+$)",
  }),
  ban("browser-knows-no-server", { from: "^web/", allowed: "^(domain|web)/" }),
  // A simulator stands in for somebody else's service: one that knew how ours works would agree with its mistakes.
  ban("simulators-know-no-server", { from: "^simulators/", allowed: "^(domain|simulators)/" }),
  // What runs must not need what only tests and developers have.
  ban("server-knows-no-tools", { from: "^server/", allowed: "^(domain|server)/" }),
];

/** A ban on our own folders; packages are free except for `domain/`, whose pattern says so. */
function ban(name, { from, allowed }) {
  const isStrict = name === "domain-stands-alone";
  const ours = "^(domain|server|web|simulators|tests|tools)/";
  return {
    name,
    severity: "error",
    from: { path: from, pathNot: "\\.(test|story)\\.tsx?$" },
    to: isStrict ? { pathNot: allowed } : { path: ours, pathNot: allowed },
  };
}

module.exports = {
  forbidden: [
    ...bans,
    {
      // A circle of imports cannot be read from any end. Types alone may point back.
      name: "no-circles",
      severity: "error",
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ["type-only"] } },
    },
    {
      // A path that leads nowhere fails only when it is reached.
      name: "no-lost-imports",
      severity: "error",
      from: {},
      to: { couldNotResolve: true, pathNot: "\\.css$|\\?url$|^virtual:" },
    },
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    // TypeScript 7 has no interface for other programs yet.
    parser: "swc",
    tsPreCompilationDeps: true,
    enhancedResolveOptions: { exportsFields: ["exports"], conditionNames: ["import", "browser", "default", "types"] },
  },
};
