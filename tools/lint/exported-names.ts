// A rule for oxlint: exported names are terms of docs/glossary.md. It rejects words that name nothing by themselves.

interface RuleContext {
  report(problem: { node: unknown; message: string }): void;
}

interface AstNode {
  type: string;
  name?: string;
  value?: unknown;
  id?: AstNode | null;
  declarations?: AstNode[];
  properties?: AstNode[];
}

interface ExportNamedDeclaration {
  declaration: AstNode | null;
  specifiers: { exported: AstNode }[];
}

/** Compared without case, and only with the whole name: `Found` and `found` are rejected, `findBranch` is not. */
const rejectedNames = new Set(
  [
    // Participles without a noun.
    "asked answered begun brought came carried comes done ended found gave given goes gone handed heard held kept known left",
    "looked lost made meant offered owed owes put said seen sent shown sought spoken stood taken told tried turned wanted written",
    // Pronouns and question words as roles.
    "anybody everybody nobody somebody whoever who whom whose mine ours theirs yours other others",
    // Figures of speech that the code once used.
    "acting alike arithmetic beside carries desk door elsewhere evening evenings facts fate glow house luck nothing place places",
    "press presses reach scarce sight standing standings tape telling tells thing things trouble turns words world",
  ].flatMap((line) => line.split(" ")),
);

export function isRejectedName(name: string): boolean {
  return rejectedNames.has(name.toLowerCase());
}

const exportedNamesRule = {
  create(context: RuleContext) {
    return {
      ExportNamedDeclaration({ declaration, specifiers }: ExportNamedDeclaration): void {
        const names = [...listDeclaredNames(declaration), ...specifiers.map(({ exported }) => exported)];
        for (const node of names) {
          const name = node.name ?? String(node.value);
          if (isRejectedName(name)) {
            context.report({ node, message: `Export "${name}" under a term that says what it is (docs/glossary.md).` });
          }
        }
      },
    };
  },
};

function listDeclaredNames(declaration: AstNode | null): AstNode[] {
  if (!declaration) return [];
  const names = declaration.declarations?.map(({ id }) => id) ?? [declaration.id];
  return names.filter((id) => id?.type === "Identifier") as AstNode[];
}

// The linter loads plug-ins by their default export.
export default { meta: { name: "glossary" }, rules: { "exported-names": exportedNamesRule } };
