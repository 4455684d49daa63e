// Custom oxlint rule: product code must not depend on the system clock.

interface RuleContext {
  report(problem: { node: unknown; message: string }): void;
}

interface NewExpression {
  callee: { type: string; name?: string };
  arguments: unknown[];
}

const clockRule = {
  create(context: RuleContext) {
    return {
      NewExpression(node: NewExpression): void {
        if (node.callee.type === "Identifier" && node.callee.name === "Date" && node.arguments.length === 0) {
          context.report({ node, message: "Use the time passed in (`now`) instead of the system clock." });
        }
      },
    };
  },
};

// Oxlint loads plug-ins by their default export.
export default { meta: { name: "chaavi" }, rules: { clock: clockRule } };
