// Fields of a ticket that a rule, a transition or an offer sets.
import type { RowOf } from "#domain/schema/registry.ts";

export type TicketChanges = Partial<RowOf<"Valet_and_Parking_Information">>;
