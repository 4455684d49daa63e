// Rules of our own for oxlint: what the product decides must not depend on the clock it happens to run by.

interface Context {
  report(problem: { node: unknown; message: string }): void;
}

interface NewExpression {
  callee: { type: string; name?: string };
  arguments: unknown[];
}

const clock = {
  create(context: Context) {
    return {
      NewExpression(node: NewExpression): void {
        if (node.callee.type === "Identifier" && node.callee.name === "Date" && node.arguments.length === 0) {
          context.report({ node, message: "Take the time from what is passed in (`now`), not from the clock." });
        }
      },
    };
  },
};

// The linter loads plug-ins by their default export.
export default { meta: { name: "chaavi" }, rules: { clock } };
