// §2 /success-registration, §8 draft branch warning: how a vendor's registration stands.
import type { Json } from "#domain/collection.ts";
import type { House } from "#server/context.ts";
import { refuse } from "#server/items/refused.ts";
import { loadSession } from "#server/items/who.ts";
import { applicantOf } from "#server/services/application.ts";
import { openElsewhere } from "#server/services/go-on.ts";

interface Place {
  name: string;
  status: string;
  sent_at: Date;
}

/** Throws INVALID_TOKEN, TOKEN_EXPIRED. */
export async function readApplication({ house, token }: { house: House; token: unknown }): Promise<{
  company: Place | null;
  branches: Place[];
  may_log_in: boolean;
  gate: Json;
}> {
  const userId = await applicantOf({ house, token });
  const session = await loadSession({ sql: house.sql, userId });
  if (!session) refuse("INVALID_TOKEN");
  const of = session.who.company ?? 0;
  const mayLogIn = session.gate === null || (await openElsewhere({ house, session })) !== undefined;
  const [company] = await house.sql<Place[]>`
    select name, status, date_created as sent_at from "Companies" where id = ${of}`;
  const branches = await house.sql<Place[]>`
    select name, status, date_created as sent_at from "Branch" where company = ${of} order by id`;
  return { company: company ?? null, branches: [...branches], may_log_in: mayLogIn, gate: session.gate };
}
