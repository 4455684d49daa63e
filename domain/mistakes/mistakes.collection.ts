// §2 mistakes on the public page of a branch, which its readers report to the platform and to the branch.
import { inOwnScope } from "#domain/access/row-filters.ts";
import { mistakeKinds, mistakeLimits } from "#domain/mistakes/mistake-kinds.ts";
import { defineCollection } from "#domain/schema/collection.ts";
import { boolean, choice, email, one, phone, text } from "#domain/schema/fields.ts";

const mistakesFields = {
  company: one("Companies", { serverSet: true, isSetOnCreate: true, onDelete: "cascade" }),
  branch: one("Branch", { serverSet: true, isSetOnCreate: true, onDelete: "cascade" }),
  kind: choice(mistakeKinds, { label: "What is wrong?", required: true }),
  words: text({
    label: "What is right?",
    required: true,
    max: mistakeLimits.words,
    normalise: (input) => input.trim(),
  }),
  /** Of a reader who wants an answer. */
  email: email(),
  phone: phone(),
  is_done: boolean(),
};

export const Mistakes = defineCollection("Mistakes", {
  fields: mistakesFields,
  indexes: [
    ["is_done", "id"],
    ["branch", "id"],
  ],
  isLive: true,
  access: {
    read: {
      // Not who has reported it: the reader has written to the platform.
      "branch.configure": {
        rows: inOwnScope,
        fields: ["id", "company", "branch", "kind", "words", "is_done", "date_created"],
      },
      "platform.review": true,
    },
    update: {
      "branch.configure": { rows: inOwnScope, fields: ["is_done"] },
      "platform.review": { rows: true, fields: ["is_done"] },
    },
  },
});

declare module "#domain/schema/registry.ts" {
  interface CollectionRegistry {
    Mistakes: typeof mistakesFields;
  }
}
