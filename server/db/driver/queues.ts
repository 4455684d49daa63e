// Queues of connections that stay as long as the pool. Those of the driver postgres 3.4 keep a place for each connection that was ever
// taken out of them until they are empty, and search all of these places with each statement: in a pool that never has all of its connections
// in use, statements become slower and memory grows for as long as the server runs.
import type postgres from "postgres";

/** What the driver's connection and its queues have, and its types do not. */
interface DriverConnection {
  queue: ConnectionQueue;
}
interface ConnectionQueue {
  readonly length: number;
  push: (connection: DriverConnection) => DriverConnection;
  shift: () => DriverConnection | undefined;
  remove: (connection: DriverConnection) => DriverConnection | null;
}
/** Called with the connection on which a statement is sent; a result that is true leaves it to other statements. */
type StatementOptions = postgres.UnsafeQueryOptions & { onexecute?: (connection: DriverConnection) => unknown };

/** Replaces the queues through which the connections of this pool pass, beginning with its first statement of `unsafe` or `begin`. */
export function boundQueues(sql: postgres.Sql): void {
  const { unsafe } = sql;
  let isWatched = false;
  const send = (text: string, values: never[] = [], options: StatementOptions = {}) => {
    if (isWatched) return unsafe(text, values, options);
    const onexecute = (connection: DriverConnection): unknown => {
      if (!isWatched) watchQueue(connection);
      isWatched = true;
      return options.onexecute ? options.onexecute(connection) : true;
    };
    const watched: StatementOptions = { ...options, onexecute };
    return unsafe(text, values, watched);
  };
  Object.assign(sql, { unsafe: send });
}

/** Each connection passes through all queues; the pool has one set of them. */
function watchQueue(connection: DriverConnection): void {
  const bounded = new WeakSet<ConnectionQueue>();
  let current = connection.queue;
  Object.defineProperty(connection, "queue", {
    get: () => current,
    set: (queue: ConnectionQueue) => {
      if (!bounded.has(queue)) replaceQueue(queue);
      bounded.add(queue);
      current = queue;
    },
  });
}

function replaceQueue(queue: ConnectionQueue): void {
  const connections: DriverConnection[] = [];
  while (queue.length > 0) connections.push(queue.shift()!);
  Object.defineProperties(queue, {
    length: { get: () => connections.length },
    push: {
      value: (connection: DriverConnection) => {
        connections.push(connection);
        return connection;
      },
    },
    shift: { value: () => connections.shift() },
    remove: {
      value: (connection: DriverConnection) => {
        const index = connections.indexOf(connection);
        if (index >= 0) connections.splice(index, 1);
        return index >= 0 ? connection : null;
      },
    },
  });
}
