// All contracts of actions, by area.
import { approvalActions } from "#domain/approvals/actions.ts";
import { inviteActions } from "#domain/invites/actions.ts";
import { parkingActions } from "#domain/parking/actions.ts";
import { passActions } from "#domain/passes/actions.ts";
import { valetActions } from "#domain/valet/actions.ts";
import type { ContractRequest } from "#domain/schema/contract.ts";

export const contracts = [
  ...Object.values(parkingActions),
  ...Object.values(passActions),
  ...Object.values(approvalActions),
  ...Object.values(inviteActions),
  ...Object.values(valetActions),
];

type RequestOf<C> = C extends (typeof contracts)[number] ? ContractRequest<C> : never;
/** A call of any action. */
export type ActionRequest = RequestOf<(typeof contracts)[number]>;
