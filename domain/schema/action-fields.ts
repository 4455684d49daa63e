// Fields of bodies that actions of several areas share and no collection has: for contracts, and for forms, which load no zod.
import { money, text } from "#domain/schema/fields.ts";
import * as limits from "#domain/limits.ts";

/** Why something recorded is changed; part of the history. */
export const changeReason = text({ label: "Reason", required: true, max: limits.message });
/** Of every action that takes one. */
export const changeReasonErrors = ["CHANGE_REASON_REQUIRED", "VALUE_TOO_LONG"] as const;
/** Part of a balance or payment. */
export const partAmount = money({ label: "Amount", required: true, min: 1 });
