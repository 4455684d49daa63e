// A car whose key the user has when ending the duty.
import type { WireRow } from "#domain/schema/registry.ts";

export const carFields = ["id", "Vehicle_Number", "key_tag", "status_id.sequence"] as const;
export type KeptCar = WireRow<"Valet_and_Parking_Information", typeof carFields>;
