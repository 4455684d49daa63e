// Registry of the sockets of the database drivers, which have no time-out of their own for an unresponsive server.
import { Socket } from "node:net";
import { AnswerStream, type FatalError } from "#server/db/driver/answers.ts";

/** Part of the options the driver passes to `socket`. */
interface DriverOptions {
  host: string[];
  port: number[];
  path: string | false;
  ssl: unknown;
}

/** Connections are refused for longer than this, in ms, before queries fail: the next attempt may succeed. */
const maxRefusalMs = 500;
/** A longer time in ms between two refusals ends the outage; longer than the driver's pause between two attempts. */
const refusalPauseMs = 3_000;

export class SocketRegistry {
  readonly #parent: SocketRegistry | undefined;
  readonly #sockets = new Set<Socket>();
  #next = 0;
  /** The first and the last of the connections that were closed without an answer, one soon after the other. */
  #refused = { first: 0, last: -Infinity };

  /** Sockets are also registered in `parent`. */
  constructor(parent?: SocketRegistry) {
    this.#parent = parent;
  }

  /**
   * For the driver postgres: connects to the hosts of a list in turn; the driver handles success and failure through
   * socket events.
   */
  readonly open = ({ host, port, path, ssl }: DriverOptions): Socket => {
    const socket = this.#register(
      new AtomicallyClosingSocket({
        onDestroy: (closed) => this.#remove(closed),
        isRefusedForLong: () => this.#noteRefusal(),
        // With TLS the driver reads from a socket of its own.
        answers: ssl ? undefined : new AnswerStream({ reportsRefusals: host.length > 1 }),
      }),
    );
    if (path) return socket.connect(path);
    const index = this.#next++ % host.length;
    // The driver reads the host name for the certificate check from here.
    return Object.assign(socket.connect(port[index]!, host[index]!), { host: host[index], port: port[index] });
  };

  /** For the driver pg: creates a socket that the driver connects. */
  readonly create = (): Socket => this.#register(new RegisteredSocket((closed) => this.#remove(closed)));

  /** Destroys all sockets; pending queries fail with CONNECTION_DESTROYED. */
  destroyAll(): void {
    const error = Object.assign(new Error("The database does not answer."), { code: "CONNECTION_DESTROYED" });
    for (const socket of this.#sockets) socket.destroy(error);
  }

  /** Notes a connection that was closed without an answer; returns whether that has gone on for some time. */
  #noteRefusal(): boolean {
    const now = performance.now();
    this.#refused = { first: now - this.#refused.last > refusalPauseMs ? now : this.#refused.first, last: now };
    return now - this.#refused.first > maxRefusalMs;
  }

  #register(socket: Socket): Socket {
    this.#add(socket);
    return socket;
  }

  #add(socket: Socket): void {
    this.#sockets.add(socket);
    if (this.#parent) this.#parent.#add(socket);
  }

  #remove(socket: Socket): void {
    this.#sockets.delete(socket);
    if (this.#parent) this.#parent.#remove(socket);
  }
}

class RegisteredSocket extends Socket {
  // Not an event listener, since a driver using TLS removes all listeners.
  readonly #onDestroy: (socket: Socket) => void;

  constructor(onDestroy: (socket: Socket) => void) {
    super();
    this.#onDestroy = onDestroy;
  }

  override _destroy(error: Error | null, callback: (error?: Error | null) => void): void {
    this.#onDestroy(this);
    super._destroy(error, callback);
  }
}

/**
 * Emits `error` only together with `close`. Between the two, the driver postgres 3.4 still accepts queries on the
 * connection and then loses them: neither they nor any later query on that connection would ever settle. A caller that
 * retries at once after an error would always meet this. With TLS the driver listens to its own socket instead.
 *
 * A proxy without a server accepts a connection and closes it. The driver then connects again at once and for ever, and the
 * query waits: an error ends that.
 */
class AtomicallyClosingSocket extends RegisteredSocket {
  #error: unknown;
  readonly #isRefusedForLong: () => boolean;
  readonly #answers: AnswerStream | undefined;

  constructor({
    onDestroy,
    isRefusedForLong,
    answers,
  }: {
    onDestroy: (socket: Socket) => void;
    isRefusedForLong: () => boolean;
    answers: AnswerStream | undefined;
  }) {
    super(onDestroy);
    this.#isRefusedForLong = isRefusedForLong;
    this.#answers = answers;
  }

  override emit(event: string | symbol, ...values: unknown[]): boolean {
    const [value] = values;
    if (event === "data" && this.#answers && Buffer.isBuffer(value)) {
      const messages = this.#answers.push(value);
      return messages ? super.emit("data", messages) : true;
    }
    if (event === "error") {
      this.#error = value;
      return true;
    }
    if (event !== "close") return super.emit(event, ...values);
    const end = this.#answers?.end();
    if (end) super.emit("data", end);
    this.#error ??= toClosingError(this.#answers?.fatalError);
    if (this.#error === undefined && this.bytesRead === 0 && this.#isRefusedForLong()) {
      this.#error = Object.assign(new Error("The database closes every connection."), { code: "CONNECTION_CLOSED" });
      // As after an error, so that the driver waits before the next attempt.
      values = [true];
    }
    if (this.#error !== undefined) super.emit("error", this.#error);
    return super.emit(event, ...values);
  }
}

/** After the connection was opened, whatever ended it is a lost connection to the query that was running. */
function toClosingError(fatalError: FatalError | undefined): Error | undefined {
  if (!fatalError) return undefined;
  const { code, message, isRefusal } = fatalError;
  return Object.assign(new Error(message), { code: isRefusal ? code : "CONNECTION_CLOSED" });
}
