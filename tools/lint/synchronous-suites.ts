// A rule for oxlint: the callback of a suite is synchronous. The runner does not await it while promises are not tracked
// (tools/test-tracking.ts), so that tests declared after an `await` would be lost or counted in another suite.

interface RuleContext {
  report(problem: { node: unknown; message: string }): void;
}

interface AstNode {
  type: string;
  name?: string;
  async?: boolean;
  object?: AstNode;
}

interface CallExpression {
  callee: AstNode;
  arguments: AstNode[];
}

const suiteNames = new Set(["describe", "suite"]);

/** `describe(…)` and `describe.only(…)`. */
function isSuite(callee: AstNode): boolean {
  const called = callee.type === "MemberExpression" ? callee.object : callee;
  return called?.type === "Identifier" && suiteNames.has(called.name ?? "");
}

const synchronousSuitesRule = {
  create(context: RuleContext) {
    return {
      CallExpression({ callee, arguments: values }: CallExpression): void {
        if (!isSuite(callee)) return;
        for (const node of values)
          if (node.async)
            context.report({ node, message: "Prepare a suite in `before`: its callback must not be asynchronous." });
      },
    };
  },
};

// The linter loads plug-ins by their default export.
export default { meta: { name: "tests" }, rules: { "synchronous-suites": synchronousSuitesRule } };
