// What every action's address has in common: who asks, which row, and the answer as the read path made it.
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Row } from "#domain/collection.ts";
import type { House, Origin } from "#server/context.ts";
import { rowOf } from "#server/items/bodies.ts";
import { refuse, refusePayload } from "#server/items/refused.ts";
import type { Session } from "#server/items/who.ts";

export interface Acting {
  house: House;
  session: Session;
  origin: Origin;
}

/** The row an address names; a malformed key is as absent: FORBIDDEN. */
export function idIn(request: FastifyRequest): number {
  const { id } = request.params as { id: string };
  return /^\d{1,9}$/.test(id) ? Number(id) : refuse("FORBIDDEN");
}

/** The body of an action: an object of these fields and no others. INVALID_PAYLOAD. */
export function bodyOf({ request, fields }: { request: FastifyRequest; fields: readonly string[] }): Row {
  const body = rowOf(request.body);
  for (const name of Object.keys(body)) if (!fields.includes(name)) refusePayload(`"${name}" is not part of this.`);
  return body;
}

/** The fields that were sent, of those named. */
export function picked(body: Row, names: readonly string[]): Row {
  return Object.fromEntries(names.filter((name) => name in body).map((name) => [name, body[name]]));
}

/** Pictures are sent as file ids; the entry keeps a row for each. INVALID_PAYLOAD. */
export function imagesIn(body: Row): Row {
  const images = body["entry_images"] ?? [];
  if (!Array.isArray(images)) refusePayload('"entry_images" must be a list of file ids.');
  return images.length > 0 ? { entry_images: images.map((id: unknown) => ({ vehicle_image: id })) } : {};
}

export function sendText({ reply, text }: { reply: FastifyReply; text: string }): FastifyReply {
  return reply.type("application/json; charset=utf-8").send(text);
}
