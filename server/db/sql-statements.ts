/** Splits a script into statements without comments, ignoring semicolons in texts, names and function bodies. */
export function splitStatements(sql: string): string[] {
  const token = /--[^\n]*|\/\*[\s\S]*?\*\/|'(?:[^']|'')*'|"(?:[^"]|"")*"|(\$\w*\$)[\s\S]*?\1|;|[^-/'"$;]+|[-/$]/g;
  const statements: string[] = [];
  let current = "";
  for (const [part] of sql.matchAll(token)) {
    if (part === ";") {
      statements.push(current);
      current = "";
    } else if (!part.startsWith("--") && !part.startsWith("/*")) current += part;
  }
  return [...statements, current].map((statement) => statement.trim()).filter(Boolean);
}
