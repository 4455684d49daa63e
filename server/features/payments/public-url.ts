import type { FastifyRequest } from "fastify";
import type { House } from "#server/context.ts";

/** Our own address as the payer's browser and the provider reach it; where none is set, the one this was asked at. */
export function publicUrlOf({ house, request }: { house: House; request: FastifyRequest }): string {
  return house.config.publicUrl ?? `${request.protocol}://${request.host}`;
}
