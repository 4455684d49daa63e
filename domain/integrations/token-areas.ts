// §7: areas to which an API token can be limited; what belongs to each is in token-scope.ts, which pages do not load.

export const tokenAreas = {
  entries: "Entries",
  payments: "Payments and cash",
  valet: "Valet tickets",
  passes: "Passes",
  visitors: "Visitors, invites and approvals",
} as const;

export type TokenArea = keyof typeof tokenAreas;

const isTokenArea = (name: string): name is TokenArea => Object.hasOwn(tokenAreas, name);
export const tokenAreaNames: readonly TokenArea[] = Object.keys(tokenAreas).filter(isTokenArea);

export interface TokenScope {
  isReadOnly: boolean;
  /** Null for all areas. */
  areas: readonly TokenArea[] | null;
}
