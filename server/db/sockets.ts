// Registry of the sockets of the database drivers, which have no time-out of their own for an unresponsive server.
import { Socket } from "node:net";

/** Part of the options the driver passes to `socket`. */
interface DriverOptions {
  host: string[];
  port: number[];
  path: string | false;
}

export class SocketRegistry {
  readonly #parent: SocketRegistry | undefined;
  readonly #sockets = new Set<Socket>();
  #next = 0;

  /** Sockets are also registered in `parent`. */
  constructor(parent?: SocketRegistry) {
    this.#parent = parent;
  }

  /**
   * For the driver postgres: connects to the hosts of a list in turn; the driver handles success and failure through
   * socket events.
   */
  readonly open = ({ host, port, path }: DriverOptions): Socket => {
    const socket = this.create();
    if (path) return socket.connect(path);
    const index = this.#next++ % host.length;
    // The driver reads the host name for the certificate check from here.
    return Object.assign(socket.connect(port[index]!, host[index]!), { host: host[index], port: port[index] });
  };

  /** For the driver pg: creates a socket that the driver connects. */
  readonly create = (): Socket => {
    // Not an event listener, since a driver using TLS removes all listeners.
    const socket = new RegisteredSocket((closed) => this.#remove(closed));
    this.#add(socket);
    return socket;
  };

  /** Destroys all sockets; pending queries fail with CONNECTION_DESTROYED. */
  destroyAll(): void {
    const error = Object.assign(new Error("The database does not answer."), { code: "CONNECTION_DESTROYED" });
    for (const socket of this.#sockets) socket.destroy(error);
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
