// Advisory locks of PostgreSQL. Transaction locks have two keys: their namespace and the locked object.
import type { Reserved, Sql, Tx } from "#server/db/pool.ts";

/** Numbers are never reused for another lock, since servers of two versions can run at the same time. */
export const lockNamespaces = {
  /** Slots of parking, by branch. */
  parkingSlots: 7301,
  /** A visitor at a branch. */
  visitor: 7302,
  /** A customer's phone number. */
  customerPhone: 7303,
  /** Slots of the valet, by branch. */
  valetSlots: 7304,
  /** A message that is queued only once per event. */
  outboxEvent: 7305,
  /** Delivery to a recipient. */
  delivery: 7306,
  /** Sending of one-time codes, by recipient. */
  otpSending: 7307,
  /** A partner's phone number. */
  partnerPhone: 7308,
  /** Registrations of vendors. */
  registration: 7309,
  /** Banners of a branch. */
  banners: 7310,
  /** Bulk writes, by company, or by user without a company. */
  listWrites: 7311,
  /** Creation of presets, by user. */
  presets: 7312,
  /** Codes of open valet tickets, by branch. */
  ticketOtp: 7313,
  /** Moves of folders. */
  folders: 7314,
  /** The open shift of a cash collector. */
  cashShift: 7315,
  /** The settlement of an account at a branch. */
  accountSettlement: 7324,
  /** Offers of pickups, by branch. */
  pickupOffers: 7316,
  /** Imports of people, by company. */
  peopleImport: 7317,
  /** The chat of a valet ticket. */
  ticketChat: 7318,
  /** Storage of rejected callbacks, by payment or refund. */
  refusedCallback: 7319,
  /** Versions and time charges of a branch and service. */
  tariffVersions: 7320,
  /** A shop bill at a branch, which lowers one charge. */
  shopBill: 7321,
  /** Payouts of tips, by driver. */
  tipPayout: 7322,
  /** Deliveries of a webhook endpoint. */
  webhookEndpoint: 7325,
  /** Imports of units, by branch. */
  unitImport: 7323,
  /** A plate that customers add to their accounts. */
  vehiclePlate: 7355,
  /** Figures of reports, by branch; also in migration 0140. */
  reportFigures: 7340,
  /** Retention of the whole database. */
  retention: 7480,
} as const;

/** Locks of a connection, with a single key; PostgreSQL keeps them apart from locks with two keys. */
export const connectionLocks = {
  migrations: 20_250_917,
  firstStart: 20_250_918,
  /** Held while a backup reads its snapshot and files; the deletion of files waits for it. */
  backup: 20_250_919,
} as const;

export type LockName = keyof typeof lockNamespaces;

interface LockOptions {
  tx: Tx;
  name: LockName;
  /** Id or text of the locked object; 0 for a global lock. Keys have 32 bits: hashes of texts and ids above that can collide. */
  key: number | string;
}

/** Waits for a lock and holds it until the transaction ends. */
export async function acquireLock(lock: LockOptions): Promise<void> {
  await runLockQuery({ ...lock, call: "pg_advisory_xact_lock" });
}

/** Acquires the lock if it is free; returns whether it was acquired. */
export async function tryAcquireLock(lock: LockOptions): Promise<boolean> {
  const [row] = await runLockQuery({ ...lock, call: "pg_try_advisory_xact_lock" });
  return row!.taken === true;
}

interface SessionLockOptions extends Omit<LockOptions, "tx"> {
  /** Pool of a single connection, which holds the lock until it is released or the connection ends. */
  sql: Sql;
}

/** Acquires a session-level lock if it is free; returns whether it was acquired. */
export async function tryAcquireSessionLock({ sql, ...lock }: SessionLockOptions): Promise<boolean> {
  const [row] = await runLockQuery({ tx: sql, ...lock, call: "pg_try_advisory_lock" });
  return row!.taken === true;
}

export async function releaseSessionLock({ sql, ...lock }: SessionLockOptions): Promise<void> {
  await runLockQuery({ tx: sql, ...lock, call: "pg_advisory_unlock" });
}

function runLockQuery({ tx, name, key, call }: Omit<LockOptions, "tx"> & { tx: Sql | Tx; call: string }) {
  const keyPlaceholder = typeof key === "number" ? "($2::bigint & 2147483647)::integer" : "hashtext($2::text)";
  const text = `select ${call}($1::integer, ${keyPlaceholder}) as taken`;
  return tx.unsafe<{ taken: unknown }[]>(text, [lockNamespaces[name], key], { prepare: true });
}

/** Waits for a lock and holds it until `releaseConnectionLocks`, however long that takes. */
export async function acquireConnectionLock(connection: Reserved, name: keyof typeof connectionLocks): Promise<void> {
  await connection`set statement_timeout = 0`;
  await connection`set lock_timeout = 0`;
  await connection`select pg_advisory_lock(${connectionLocks[name]})`;
}

/** SQL, usable with any driver, that acquires a lock if it is free; returns one row with `taken`. */
export function tryAcquireConnectionLockSql(name: keyof typeof connectionLocks): string {
  return `select pg_try_advisory_lock(${connectionLocks[name]}) as taken`;
}

/** Acquires a lock in shared mode until the transaction ends; false if it is held exclusively. */
export async function acquireSharedConnectionLock({
  tx,
  name,
}: {
  tx: Tx;
  name: keyof typeof connectionLocks;
}): Promise<boolean> {
  const [row] = await tx<{ taken: boolean }[]>`
    select pg_try_advisory_xact_lock_shared(${connectionLocks[name]}) as taken`;
  return row!.taken;
}

/** Releases all locks of the connection and resets its time-outs; errors of a lost connection are ignored. */
export async function releaseConnectionLocks(connection: Reserved): Promise<void> {
  await connection`select pg_advisory_unlock_all()`.catch(() => {});
  await connection`reset statement_timeout`.catch(() => {});
  await connection`reset lock_timeout`.catch(() => {});
}
