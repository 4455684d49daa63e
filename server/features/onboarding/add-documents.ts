import { getCollection } from "#domain/collections.ts";
import type { OnboardingDocument } from "#domain/onboarding/registration.ts";
import { createItem, updateItem } from "#server/items/write/write.ts";
import type { WriteContext } from "#server/items/write/write-context.ts";

/** Adds documents to a branch, or to its company, and lets those who may see it open the files. */
export async function addDocuments({
  ctx,
  company,
  branch,
  documents,
}: {
  ctx: WriteContext;
  company: number;
  branch: number | null;
  documents: readonly OnboardingDocument[];
}): Promise<void> {
  for (const { kind, file } of documents) {
    await createItem({
      ctx,
      collection: getCollection("Onboarding_Documents"),
      payload: { company, branch, kind, file },
      bypassAccess: true,
    });
    await updateItem({
      ctx,
      collection: getCollection("files"),
      id: file,
      payload: {},
      systemValues: { branch },
      bypassAccess: true,
    });
  }
}
