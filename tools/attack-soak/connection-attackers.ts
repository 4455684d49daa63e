// Attackers that open many connections and keep them open.
import { connect as tcpConnect, type Socket } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import WebSocket from "ws";
import type { Attacker } from "#tools/attack-soak/attacker.ts";

export const sockets: Attacker = {
  name: "sockets and streams from one address",
  run: async ({ targets, signal, count }) => {
    const baseUrl = new URL(targets.base);
    const connections = new Set<{ end: () => void }>();
    const maxConnections = 3_000;
    while (!signal.aborted) {
      for (let batch = 0; batch < 20 && connections.size < maxConnections; batch += 1) {
        const socket = new WebSocket(`ws://${baseUrl.host}/websocket`);
        const entry = { end: () => socket.terminate() };
        connections.add(entry);
        socket.on("open", () => count(null));
        socket.on("unexpected-response", (_request, response) => {
          count(String(response.statusCode));
          socket.terminate();
        });
        socket.on("error", () => {});
        socket.on("close", () => connections.delete(entry));
        const stream = tcpConnect(Number(baseUrl.port), baseUrl.hostname);
        const streamEntry = { end: () => stream.destroy() };
        connections.add(streamEntry);
        stream.write(
          `GET /actions/valet/customer/live?t=${targets.ticketLink} HTTP/1.1\r\nhost: ${baseUrl.host}\r\n\r\n`,
        );
        stream.once("data", (chunk: Buffer) => {
          const status = chunk.toString("latin1", 9, 12);
          count(status === "200" ? null : status);
          if (status !== "200") stream.destroy();
        });
        stream.on("error", () => {});
        stream.on("close", () => connections.delete(streamEntry));
      }
      await wait(100);
    }
    for (const { end } of connections) end();
  },
};

export const slowBodies: Attacker = {
  name: "300 bodies with a byte every five seconds",
  run: async ({ targets, signal, count }) => {
    const baseUrl = new URL(targets.base);
    const connections = new Set<Socket>();
    while (!signal.aborted) {
      while (connections.size < 300) {
        const socket = tcpConnect(Number(baseUrl.port), baseUrl.hostname);
        connections.add(socket);
        socket.write(
          `POST /auth/login HTTP/1.1\r\nhost: ${baseUrl.host}\r\ncontent-type: application/json\r\ncontent-length: 5000\r\n\r\n{`,
        );
        socket.on("error", () => {});
        socket.on("data", (chunk: Buffer) => count(chunk.toString("latin1", 9, 12)));
        socket.on("close", () => connections.delete(socket));
      }
      await wait(5_000, undefined, { signal }).catch(() => {});
      for (const socket of connections) socket.write(" ");
    }
    for (const socket of connections) socket.destroy();
  },
};
