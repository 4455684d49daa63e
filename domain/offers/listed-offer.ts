// Offers that everybody sees on public pages, and customers among their saved coupons.
import { z } from "zod";

export const listedOffer = z.object({
  id: z.int(),
  title: z.string(),
  description: z.string().nullable(),
  saving: z.string().meta({ description: "What it saves, in words." }),
  conditions: z.array(z.string()).meta({ description: "When and for whom it is, in words." }),
  code: z.string().nullable().meta({ description: "Null for an offer that applies by itself." }),
  terms: z.string().nullable(),
  image: z.string().nullable().meta({ description: "File id of its picture." }),
  company: z.string(),
  branch: z.string().nullable().meta({ description: "Null for all branches of the company." }),
  path: z.string().meta({ description: "Public page of the offers of its branch, or the places of its company." }),
});
export type ListedOffer = z.output<typeof listedOffer>;

export const savedOffer = listedOffer.extend({
  isUsable: z.boolean().meta({ description: "False once it has ended, is paused or used up." }),
});
export type SavedOffer = z.output<typeof savedOffer>;
