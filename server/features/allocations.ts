// §9: registry of the allocation steps, which allocate unique numbers and slots under a lock in the transaction of the
// write.
import { limitEntryImages } from "#server/features/files/limit-entry-images.ts";
import { allocateMessageSequence } from "#server/features/valet/chat/allocate-message-number.ts";
import { allocateHandoverCode } from "#server/features/valet/allocate-handover-code.ts";
import { allocateInvoiceNumber } from "#server/features/payments/invoices/allocate-invoice-number.ts";
import { allocateReceiptNumber, allocateTokenNumber } from "#server/features/parking/allocate-receipt-number.ts";
import { allocateSlotStep } from "#server/features/parking/slots/allocate-slot.ts";
import { keepSlotStep } from "#server/features/passes/promise-slot.ts";
import { allocateTariffNumber } from "#server/features/tariffs/allocate-tariff-number.ts";

export const allocationSteps = {
  receipt: allocateReceiptNumber,
  token: allocateTokenNumber,
  otp: allocateHandoverCode,
  slot: allocateSlotStep,
  keptSlot: keepSlotStep,
  invoice: allocateInvoiceNumber,
  message: allocateMessageSequence,
  tariffNumber: allocateTariffNumber,
  image: limitEntryImages,
};
