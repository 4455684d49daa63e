// §8: the phone number of the open ticket of a plate, which decides how a second one is refused.
import type { RowOf } from "#domain/schema/registry.ts";
import type { LookupStep } from "#server/items/write/write-context.ts";

type Ticket = Pick<RowOf<"Valet_and_Parking_Information">, "id" | "branch" | "Vehicle_Number">;

/** For a new ticket and for another plate. */
export const lookUpOpenTicket: LookupStep<"openTicketPhone", Ticket> = async ({ ctx, before, after, changes }) => {
  if (before && !("Vehicle_Number" in changes && changes["Vehicle_Number"] !== before.Vehicle_Number)) return undefined;
  const { branch, Vehicle_Number: plate } = after;
  if (!branch || !plate) return undefined;
  const [open] = await ctx.tx<{ phone: string }[]>`
    select "Customer_Phone_Number" as phone from "Valet_and_Parking_Information"
    where branch = ${branch} and "Vehicle_Number" = ${plate} and out_time is null and id <> ${before?.id ?? 0}`;
  return open?.phone;
};
