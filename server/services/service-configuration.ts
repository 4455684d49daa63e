// §3 Branch: each service that begins to run at a branch begins with a configuration of its own.
import type { Collection } from "#domain/collection.ts";
import { collectionNamed } from "#domain/collections/all.ts";
import { Branch } from "#domain/collections/branch.ts";
import { configurationFields, type Service } from "#domain/services.ts";
import { createItem } from "#server/items/write.ts";
import type { WriteContext } from "#server/items/write-context.ts";

const { fields } = Branch as unknown as Collection;

/** Makes a configuration as it is before anybody has set it; answers its id, for the branch's field. */
export async function createConfiguration({ ctx, service }: { ctx: WriteContext; service: Service }): Promise<number> {
  const collection = collectionNamed(fields[configurationFields[service]]!.to!)!;
  return (await createItem({ ctx, collection, payload: {}, isOurs: true })) as number;
}
