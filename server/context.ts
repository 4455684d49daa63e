// What an action gets: who asks, the time, chance, and the one transaction its writes pass through.
import { randomBytes } from "node:crypto";
import type { Who } from "#domain/roles.ts";
import type { Config } from "#server/config.ts";
import { transaction } from "#server/db/transaction.ts";
import type { Sql, Tx } from "#server/db/pool.ts";
import { loadSession, type Session, SessionCache, stillGood } from "#server/items/who.ts";
import type { WriteContext } from "#server/items/write-context.ts";
import { refuse } from "#server/items/refused.ts";
import { factSteps } from "#server/services/facts.ts";
import { openOutside, type Outside } from "#server/services/outside.ts";
import { tellSteps } from "#server/services/tells.ts";
import { scarceSteps } from "#server/services/scarce.ts";
import { Gateways } from "#server/services/gateways.ts";
import { sealer, type Sealer, secretKeeper } from "#server/services/secrets.ts";
import { StaticTokens } from "#server/services/static-tokens.ts";
import { Throttle } from "#server/services/throttle.ts";
import { Tokens } from "#server/services/tokens.ts";

/** What the whole server shares; made once at the start. */
export interface House {
  sql: Sql;
  config: Config;
  sessions: SessionCache;
  tokens: Tokens;
  throttle: Throttle;
  staticTokens: StaticTokens;
  sealer: Sealer;
  gateways: Gateways;
  outside: Outside;
  clock: () => Date;
  random: (bytes: number) => Uint8Array;
  /** What every write is given (see WriteContext). */
  keepSecret: WriteContext["keepSecret"];
  tells: WriteContext["tells"];
}

/** The house of one server; `clock` is the time for who needs another. */
export function makeHouse({ sql, config, clock }: Pick<House, "sql" | "config" | "clock">): House {
  return {
    sql,
    config,
    clock,
    sessions: new SessionCache(),
    tokens: new Tokens(config.secret),
    throttle: new Throttle(sql),
    staticTokens: new StaticTokens({ sql, secret: config.secret }),
    sealer: sealer(config.secret),
    gateways: new Gateways({ config, clock }),
    outside: openOutside(config.outside),
    random: cryptoRandom,
    keepSecret: secretKeeper(config),
    tells: tellSteps(config),
  };
}

export interface Origin {
  ip: string | null;
  userAgent: string | null;
}

export const cryptoRandom = (bytes: number): Uint8Array => randomBytes(bytes);

/** Everything a write needs, for a transaction that is open. */
export function writeContext({
  house,
  tx,
  who,
  origin,
}: {
  house: House;
  tx: Tx;
  who: Who;
  origin: Origin;
}): WriteContext {
  return {
    tx,
    who,
    now: house.clock(),
    random: house.random,
    origin,
    scarce: scarceSteps,
    facts: factSteps,
    tells: house.tells,
    keepSecret: house.keepSecret,
    seal: house.sealer.seal,
  };
}

/**
 * Runs one piece of work in one transaction, with the person as the database has them at this moment:
 * what changed for them a moment ago counts. Throws the code of the gate they no longer pass.
 */
export async function inTransaction<T>(args: {
  house: House;
  session: Session;
  origin: Origin;
  work: (ctx: WriteContext) => Promise<T>;
}): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await oneTransaction(args);
    } catch (error) {
      if (attempt === tries || !(error as { code?: string }).code?.match(givenUp)) throw error;
    }
  }
}

/** PostgreSQL gives one of two up that wait for each other; nothing of it was kept, so it may be done again. */
const givenUp = /^40(P01|001)$/;
const tries = 5;

function oneTransaction<T>({ house, session, origin, work }: Parameters<typeof inTransaction<T>>[0]): Promise<T> {
  return transaction({
    sql: house.sql,
    work: async (tx) => {
      const who = await freshWho({ house, tx, session });
      return work(writeContext({ house, tx, who, origin }));
    },
  });
}

async function freshWho({ house, tx, session }: { house: House; tx: Tx; session: Session }): Promise<Who> {
  if (session.who.id === null) return session.who;
  const found = await loadSession({ sql: tx, userId: session.who.id });
  if (!found) refuse("INVALID_CREDENTIALS");
  const fresh = house.sessions.keep(session.who.id, found);
  return stillGood({ fresh, authVersion: session.authVersion, family: session.family }).who;
}
