// A network path that can fail: every connection to `url` goes through it, so that the other end can disappear or fall
// silent.
import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Server, type Socket } from "node:net";

export class TcpProxy {
  readonly #target: { host: string; port: number };
  readonly #sockets = new Set<Socket>();
  /** Connections to the target. */
  readonly #upstreams = new Set<Socket>();
  #server: Server | undefined;
  #port = 0;
  #isFrozen = (_from: Socket): boolean => false;

  private constructor(target: { host: string; port: number }) {
    this.#target = target;
  }

  /** Listens on a free port of 127.0.0.1 and forwards to the host and port of `url`. */
  static async createTo(url: string): Promise<TcpProxy> {
    const { hostname, port } = new URL(url);
    const proxy = new TcpProxy({ host: hostname, port: Number(port) });
    await proxy.start();
    return proxy;
  }

  /** `url` with this proxy's address in place of the target's. */
  getProxiedUrl(url: string): string {
    const proxyUrl = new URL(url);
    proxyUrl.hostname = "127.0.0.1";
    proxyUrl.port = String(this.#port);
    return proxyUrl.href;
  }

  /** Accepts connections again, on the same port as before. */
  async start(): Promise<void> {
    this.#server = createServer((client) => this.#forward(client));
    this.#server.listen(this.#port, "127.0.0.1");
    await once(this.#server, "listening");
    this.#port = (this.#server.address() as AddressInfo).port;
  }

  /** Ends every connection and refuses new ones, like a stopped server. */
  async stop(): Promise<void> {
    const closed = new Promise((resolve) => this.#server?.close(resolve));
    for (const socket of this.#sockets) socket.destroy();
    await closed;
  }

  /** Drops all data in both directions without closing connections, like a host that lost its network. */
  freeze(): void {
    this.#freezeFrom(() => true);
  }

  /** Forwards everything to the target, and none of its responses back. */
  freezeAnswers(): void {
    this.#freezeFrom((socket) => this.#upstreams.has(socket));
  }

  thaw(): void {
    this.#isFrozen = () => false;
    for (const socket of this.#sockets) socket.resume();
  }

  /**
   * The target has forgotten every connection and accepts new ones, as after a failover: old connections get no error
   * and no response.
   */
  failOver(): void {
    this.#isFrozen = () => false;
    for (const socket of this.#sockets) {
      if (this.#upstreams.has(socket)) socket.removeAllListeners("close").destroy();
      else socket.removeAllListeners("data").resume();
    }
    this.#upstreams.clear();
  }

  #freezeFrom(isFrozen: (from: Socket) => boolean): void {
    this.#isFrozen = isFrozen;
    for (const socket of this.#sockets) if (isFrozen(socket)) socket.pause();
  }

  #forward(client: Socket): void {
    const upstream = connect(this.#target);
    this.#upstreams.add(upstream);
    upstream.once("close", () => this.#upstreams.delete(upstream));
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      this.#sockets.add(from);
      from.on("data", (chunk) => to.write(chunk));
      from.on("error", () => from.destroy());
      from.once("close", () => {
        this.#sockets.delete(from);
        to.destroy();
      });
      if (this.#isFrozen(from)) from.pause();
    }
  }
}
