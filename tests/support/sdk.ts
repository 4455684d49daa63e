// The CMS's own SDK over a real port, as one of a test's users.
import type { FastifyInstance } from "fastify";
import { createDirectus, rest, staticToken } from "@directus/sdk";
import type { TestClient } from "#tests/support/app.ts";

/** Opens a port for the app; returns its URL. */
export async function listenOnFreePort(app: FastifyInstance): Promise<string> {
  return app.listen({ port: 0, host: "127.0.0.1" });
}

/** A client for this caller, or an anonymous one. */
export function createSdkClient({ address, caller }: { address: string; caller?: TestClient }) {
  return createDirectus(address)
    .with(staticToken(caller?.token ?? ""))
    .with(rest());
}

/** An error of the SDK, in the shape that its `isDirectusError` checks. */
export const matchErrorCode = (code: string) => (error: unknown) => {
  const [first] = (error as { errors?: { extensions: { code: string } }[] }).errors ?? [];
  return first?.extensions.code === code;
};
