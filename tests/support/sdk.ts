// The CMS's own SDK, speaking to a real port as one of the people of a test.
import type { FastifyInstance } from "fastify";
import { createDirectus, rest, staticToken } from "@directus/sdk";
import type { Caller } from "#tests/support/app.ts";

/** Opens a port for the app; answers its address. */
export async function openPort(app: FastifyInstance): Promise<string> {
  return app.listen({ port: 0, host: "127.0.0.1" });
}

/** A client that asks as this caller, or as nobody. */
export function sdkAs({ address, caller }: { address: string; caller?: Caller }) {
  return createDirectus(address)
    .with(staticToken(caller?.token ?? ""))
    .with(rest());
}

/** What the SDK throws, in the shape its own `isDirectusError` looks for. */
export const withCode = (code: string) => (error: unknown) => {
  const [first] = (error as { errors?: { extensions: { code: string } }[] }).errors ?? [];
  return first?.extensions.code === code;
};
