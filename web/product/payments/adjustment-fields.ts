// Fields of a cash payment that change the charge, of entries and of tickets.
import { paymentFields } from "#domain/payments/payment-fields.ts";

const { additional_charge, addition_note, deduction_charge, deduction_note } = paymentFields;

export const adjustmentFields = {
  additional_charge: { ...additional_charge, label: "Extra charge" },
  addition_note: { ...addition_note, label: "Reason" },
  deduction_charge: { ...deduction_charge, label: "Discount" },
  deduction_note: { ...deduction_note, label: "Reason" },
};
