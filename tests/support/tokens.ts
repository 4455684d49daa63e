// Tokens as a server with the test configuration issues them.
import { tokenKinds } from "#server/auth/token-kinds.ts";
import { TokenService } from "#server/auth/tokens.ts";
import { testConfig } from "#tests/support/app.ts";

export const testTokens = new TokenService({ keys: [testConfig.secret], clock: () => new Date() });

export function createAccessToken({ id }: { id: string }): Promise<string> {
  return testTokens.issue({ kind: tokenKinds.access, payload: { id, version: 1, session: "test" } });
}
