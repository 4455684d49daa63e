// What the size of our style sheets is measured by: their lines, and rules that are written more than once.

/** How often a rule with the same declarations is repeated; rules with fewer than three declarations are not counted. */
export function countRepeatedRules(styleSheets: readonly string[]): number {
  const seen = new Map<string, number>();
  for (const text of styleSheets)
    for (const [, body] of text.replaceAll(/\/\*.*?\*\//gs, "").matchAll(/\{([^{}]*)\}/g)) {
      const declarations = body!
        .split(";")
        .map((declaration) => declaration.replaceAll(/\s+/g, " ").trim())
        .filter(Boolean);
      if (declarations.length < 3) continue;
      const key = declarations.toSorted().join(";");
      seen.set(key, (seen.get(key) ?? 0) + 1);
    }
  return [...seen.values()].reduce((sum, count) => sum + count - 1, 0);
}

/** Lines that are not empty. */
export function countLines(styleSheets: readonly string[]): number {
  return styleSheets.reduce((sum, text) => sum + text.split("\n").filter((line) => line.trim() !== "").length, 0);
}

const literals = [
  /#[0-9a-f]{3,8}\b/gi,
  /\b(?:font-size|font-weight|border-radius)\s*:\s*[\d.]+(?:px|;|\s)/g,
  /\b(?:gap|margin|padding)(?:-[a-z-]+)?\s*:[^;{}]*?\b(?!1px|2px|3px)\d+px/g,
  /\bfont\s*:\s*\d/g,
  /@media[^{]*\b(?!479px|480px|767px|768px|1023px|1024px|1279px|1280px)\d+px/g,
];

/** Colours, sizes, weights, distances and breakpoints that are written as a literal instead of a token; of a font they must be. */
export function countLiterals(styleSheets: readonly string[]): number {
  return styleSheets.reduce((sum, text) => {
    const rules = text.replaceAll(/\/\*.*?\*\/|@font-face\s*\{[^}]*\}/gs, "");
    return sum + literals.reduce((count, pattern) => count + (rules.match(pattern)?.length ?? 0), 0);
  }, 0);
}
