// §2 /{customerType}/edit-account-details: the picture of a customer's account, a file of its own that the customer alone reads.
import type { FastifyRequest } from "fastify";
import { isCustomer } from "#domain/access/roles.ts";
import { createAttemptLimit } from "#domain/accounts/attempt-limits.ts";
import { Files } from "#domain/files/files.collection.ts";
import { Users } from "#domain/people/users.collection.ts";
import { runInTransaction } from "#server/context.ts";
import type { AccountContext } from "#server/features/accounts/own-account.ts";
import { parseUploads } from "#server/features/files/upload-form.ts";
import { throwApiError, throwInvalidPayload } from "#server/items/api-error.ts";
import type { WriteContext } from "#server/items/write/write-context.ts";
import { deleteItem, updateItem } from "#server/items/write/write.ts";
import type { FileStore } from "#server/storage/file-store.ts";
import type { ImageProcessor } from "#server/storage/images.ts";

/** Each upload is decoded. */
const pictureLimit = createAttemptLimit(10);

function assertCustomer({ session: { actor } }: AccountContext): void {
  if (!isCustomer(actor)) throwApiError("FORBIDDEN");
}

/** Returns the file's id. IMAGE_TYPE, REQUESTS_EXCEEDED, and the errors of `parseUploads`. */
export async function setPicture({
  request,
  store,
  images,
  ...context
}: AccountContext & { request: FastifyRequest; store: FileStore; images: ImageProcessor }): Promise<{
  picture: string;
}> {
  assertCustomer(context);
  const { services, userId } = context;
  const keys = [{ key: `own-picture:${userId}`, limit: pictureLimit }];
  await services.throttle.count({ keys, now: services.clock() });
  const [upload, ...more] = await parseUploads({ request, images, queueKey: userId });
  if (!upload || more.length > 0) throwInvalidPayload("Send one image.");
  const { content } = upload;
  if (!content.type.startsWith("image/")) throwApiError("IMAGE_TYPE");
  // The name of the customer's file is nobody's business.
  const file = { content, name: `picture.${content.extension}`, fields: {}, purpose: "account_picture" } as const;
  const [picture] = await store.store({
    ...context,
    uploads: [file],
    bypassAccess: true,
    attach: ({ ctx, ids }) => replacePicture({ ctx, userId, picture: ids[0]! }),
  });
  return { picture: picture! };
}

export async function removePicture(context: AccountContext): Promise<void> {
  assertCustomer(context);
  const { userId } = context;
  await runInTransaction({ ...context, work: (ctx) => replacePicture({ ctx, userId, picture: null }) });
}

/** Under the lock of the account, so that of two pictures at once one is deleted. */
async function replacePicture({
  ctx,
  userId,
  picture,
}: {
  ctx: WriteContext;
  userId: string;
  picture: string | null;
}): Promise<void> {
  const [account] = await ctx.tx<{ picture: string | null }[]>`
    select picture from users where id = ${userId} for no key update`;
  const former = account!.picture;
  if (former === picture) return;
  await updateItem({
    ctx,
    collection: Users,
    id: userId,
    payload: {},
    systemValues: { picture },
    bypassAccess: true,
  });
  if (former !== null) await deleteItem({ ctx, collection: Files, id: former, bypassAccess: true });
}
