// §7 Auth: how the tokens of a new session are requested and returned.
import { z } from "zod";

export const authMode = z
  .enum(["json", "cookie", "session"], '"mode" must be json, cookie or session.')
  .nullish()
  .meta({ description: "How tokens are returned: in the body, the refresh token in a cookie, or one session cookie." });

export const sessionTokens = z.object({
  expires: z.number().meta({ description: "Milliseconds until the token expires." }),
  access_token: z.string().optional().meta({ description: "Absent in mode `session`." }),
  refresh_token: z.string().optional().meta({ description: "In mode `json` only." }),
});
