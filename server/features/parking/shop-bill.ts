// §4: whether a shop bill was used for a ticket of the valet, for an entry, or for an entry, for a ticket. Within each of
// the two collections a unique index ensures that a bill counts once.
import type { RowOf } from "#domain/schema/registry.ts";
import { acquireLock } from "#server/db/locks.ts";
import type { LookupStep } from "#server/items/write/write-context.ts";

type Charged = Pick<RowOf<"Valet_and_Parking_Information">, "branch" | "bill_shop" | "bill_number"> &
  Partial<Pick<RowOf<"Parking_Information">, "parking_main_info">>;

/** As the unique indexes compare them: without spaces, in lower case. */
const normalize = (text: string): string => text.replaceAll(/\s+/g, "").toLowerCase();

/** For a changed bill: whether the other service of the branch used it, under the lock of the bill. */
export const lookUpShopBill: LookupStep<"isBillUsedElsewhere", Charged> = async ({ ctx, after, changes }) => {
  const { branch, bill_shop: shop, bill_number: number } = after;
  if (!("bill_shop" in changes || "bill_number" in changes) || !shop || !number) return undefined;
  const bill = [normalize(shop), normalize(number)] as const;
  await acquireLock({ tx: ctx.tx, name: "shopBill", key: JSON.stringify([branch, ...bill]) });
  const other = ctx.tx("parking_main_info" in after ? "Valet_and_Parking_Information" : "Parking_Information");
  const [row] = await ctx.tx<{ isUsed: boolean }[]>`
    select exists (select 1 from ${other} where branch = ${branch} and bill_number is not null
      and lower(regexp_replace(bill_shop, '\\s+', '', 'g')) = ${bill[0]}
      and lower(regexp_replace(bill_number, '\\s+', '', 'g')) = ${bill[1]}) as "isUsed"`;
  return row!.isUsed;
};
