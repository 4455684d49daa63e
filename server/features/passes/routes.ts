// §3: routes of passes: their price, issue, renewal, payment, move, edit and end.
import type { FastifyInstance } from "fastify";
import { passActions } from "#domain/passes/actions.ts";
import type { AppServices } from "#server/context.ts";
import { editRecord } from "#server/features/passes/edit-record.ts";
import { endPass, readPassReturn } from "#server/features/passes/end-pass.ts";
import { readHolderPass, sendPass } from "#server/features/passes/holder-page.ts";
import { issuePass, renewPass } from "#server/features/passes/issue-pass.ts";
import { keepSlot } from "#server/features/passes/keep-slot.ts";
import { movePass } from "#server/features/passes/move-pass.ts";
import { quotePassPrice } from "#server/features/passes/quote-pass.ts";
import { readPass } from "#server/features/passes/read-pass.ts";
import { reversePassPayment } from "#server/features/passes/reverse-payment.ts";
import { takePassPayment } from "#server/features/passes/take-payment.ts";
import { implement } from "#server/http/implement.ts";

const implementations = [
  implement(passActions.quote, quotePassPrice),
  implement(passActions.issue, async (call) => readPass({ ...call, id: await issuePass(call) })),
  implement(passActions.read, readPass),
  implement(passActions.renew, async (call) => {
    await renewPass(call);
    return readPass(call);
  }),
  implement(passActions.takePayment, async (call) => {
    await takePassPayment(call);
    return readPass(call);
  }),
  implement(passActions.reversePayment, async (call) => {
    await reversePassPayment(call);
    return readPass(call);
  }),
  implement(passActions.readReturn, readPassReturn),
  implement(passActions.end, async (call) => {
    await endPass(call);
    return readPass(call);
  }),
  implement(passActions.move, async (call) => {
    await movePass(call);
    return readPass(call);
  }),
  implement(passActions.edit, async (call) => {
    await editRecord(call);
    return readPass(call);
  }),
  implement(passActions.keepSlot, async (call) => {
    await keepSlot(call);
    return readPass(call);
  }),
  implement(passActions.send, sendPass),
  implement(passActions.readAsHolder, ({ services, headers }) =>
    readHolderPass({ services, token: headers["x-pass"] }),
  ),
];

export function passRoutes(app: FastifyInstance, services: AppServices): void {
  for (const mount of implementations) mount(app, services);
}
