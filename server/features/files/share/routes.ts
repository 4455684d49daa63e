// §2: the share target of the installed application. The product has no worker that could take the picture in the browser
// (reading.md §2), so that this route returns it, small, to the tab that shared it. It reads no session, changes nothing and
// keeps nothing.
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { createAttemptLimit } from "#domain/accounts/attempt-limits.ts";
import { sharedFileField, sharePath } from "#domain/devices/shared-picture.ts";
import * as limits from "#domain/limits.ts";
import type { AppServices } from "#server/context.ts";
import { isImageSignature } from "#server/features/files/content.ts";
import { chooseShareLanguage, renderSharedPicture, renderShareFailure } from "#server/features/files/share/page.ts";
import { toClientAddressKey } from "#server/http/client-address.ts";
import { isOwnOrigin } from "#server/http/origins/own-origin.ts";
import { createPagePolicy } from "#server/http/security-headers.ts";
import { throwApiError, throwInvalidPayload } from "#server/items/api-error.ts";
import { toApiErrorResponse } from "#server/request.ts";
import type { ImageProcessor } from "#server/storage/images.ts";

/** Each picture is decoded; all devices of a gate may have one address. */
const shareLimit = createAttemptLimit(60);

export function shareRoutes(
  app: FastifyInstance,
  { services, images }: { services: AppServices; images: ImageProcessor },
): void {
  const pagePolicy = createPagePolicy(services.config);
  app.post(sharePath, async (request, reply) => {
    const language = chooseShareLanguage(request.headers["accept-language"]);
    reply.header("content-security-policy", pagePolicy).header("x-robots-tag", "noindex");
    try {
      const picture = await readSharedPicture({ services, images, request });
      return await sendPage({ reply, status: 200, html: renderSharedPicture({ picture, language }) });
    } catch (error) {
      const { code, status } = toApiErrorResponse({ error, request });
      request.errorCodes = [code];
      return sendPage({ reply, status, html: renderShareFailure({ code, language }) });
    }
  });
}

function sendPage({ reply, status, html }: { reply: FastifyReply; status: number; html: string }): FastifyReply {
  return reply.code(status).type("text/html; charset=utf-8").send(html);
}

/**
 * Returns a JPEG. FORBIDDEN for a form of another website, REQUESTS_EXCEEDED, INVALID_PAYLOAD unless there is one file,
 * CONTENT_TOO_LARGE, UNSUPPORTED_MEDIA_TYPE, and the errors of `ImageProcessor.shrink`.
 */
async function readSharedPicture({
  services,
  images,
  request,
}: {
  services: AppServices;
  images: ImageProcessor;
  request: FastifyRequest;
}): Promise<Uint8Array> {
  if (isOfOtherSite({ services, request })) throwApiError("FORBIDDEN");
  const key = `share-from:${toClientAddressKey(request.ip)}`;
  // Before the picture is read.
  await services.throttle.count({ keys: [{ key, limit: shareLimit }], now: services.clock() });
  if (!request.isMultipart()) throwInvalidPayload("Send the picture as form data.");
  let bytes: Buffer | undefined;
  for await (const part of request.parts({ limits: { fileSize: limits.sharedImageBytes, files: 2 } })) {
    if (part.type === "field") continue;
    const content = await part.toBuffer();
    // An empty file is what a form without a choice sends.
    if (part.fieldname !== sharedFileField || content.length === 0) continue;
    if (bytes) throwInvalidPayload("Send one picture.");
    bytes = content;
  }
  if (!bytes) throwInvalidPayload("Send one picture.");
  const image = isImageSignature(bytes) ? await images.shrink({ bytes, queueKey: key }) : null;
  return image ? image.bytes : throwApiError("UNSUPPORTED_MEDIA_TYPE", { where: "file" });
}

/**
 * A browser opens a share target by itself: `Sec-Fetch-Site` is `none`, or that of the application, and `Origin` "null" or its
 * own. A form of another website could otherwise put its picture into the check-in of whoever opens it.
 */
function isOfOtherSite({ services, request }: { services: AppServices; request: FastifyRequest }): boolean {
  const { origin, "sec-fetch-site": site } = request.headers;
  if (site !== undefined && site !== "none" && site !== "same-origin") return true;
  if (origin === undefined || origin === "null") return false;
  return !isOwnOrigin({ origin, request, publicUrl: services.config.publicUrl });
}
