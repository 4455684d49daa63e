// Loaded with `--import`: adds a role to the two files that declare roles, when Node.js loads them.
import { readFileSync } from "node:fs";
import { registerHooks } from "node:module";
import { fileURLToPath } from "node:url";

const additions = [
  {
    file: "/domain/access/roles.ts",
    after: "const declarations = {\n",
    line: '  added: { id: "c4aa0000-0000-4000-8000-0000000000ff", name: "Added role", scope: "branch", duty: "none" },\n',
  },
  {
    file: "/domain/access/capabilities.ts",
    after: "const capabilitiesByRole: { readonly [role in Role]: readonly Capability[] } = {\n",
    line: '  added: [...partner, ...gateReading, "cash.count", "colleague.read", "duty.record", "gate.scan", "report.read"],\n',
  },
];

registerHooks({
  load(url, context, nextLoad) {
    const addition = additions.find(({ file }) => url.endsWith(file));
    if (!addition) return nextLoad(url, context);
    const source = readFileSync(fileURLToPath(url), "utf8");
    if (!source.includes(addition.after)) throw new Error(`${addition.file} no longer contains: ${addition.after}`);
    return {
      format: "module-typescript",
      source: source.replace(addition.after, addition.after + addition.line),
      shortCircuit: true,
    };
  },
});
