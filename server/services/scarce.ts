// §9: what is scarce, taken under a lock in the transaction of the write: each step in a file of its own.
import { takeMessage } from "#server/services/scarce/message.ts";
import { takeOtp } from "#server/services/scarce/otp.ts";
import { takeInvoiceNumber } from "#server/services/scarce/invoice.ts";
import { takeReceipt, takeToken } from "#server/services/scarce/receipt.ts";
import { takeSlot } from "#server/services/scarce/slot.ts";

export const scarceSteps = {
  receipt: takeReceipt,
  token: takeToken,
  otp: takeOtp,
  slot: takeSlot,
  invoice: takeInvoiceNumber,
  message: takeMessage,
};
