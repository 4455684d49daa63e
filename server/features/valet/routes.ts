// §2 §4: actions of valet staff; each is a convenience over the common write path.
import type { FastifyInstance } from "fastify";
import { valetActions } from "#domain/valet/actions.ts";
import { ValetAndParkingInformation } from "#domain/valet/tickets.collection.ts";
import type { AppServices } from "#server/context.ts";
import { recordPrint, withPrintCounts } from "#server/features/payments/receipts/record-print.ts";
import { acceptPickup } from "#server/features/valet/accept-pickup.ts";
import { markAtGate } from "#server/features/valet/at-the-gate.ts";
import { correctTicket } from "#server/features/valet/corrections/correct-ticket.ts";
import { readTicketMessage, resendTicketMessage } from "#server/features/valet/corrections/ticket-messages.ts";
import { voidTicket } from "#server/features/valet/corrections/void-ticket.ts";
import { createTicket } from "#server/features/valet/create-ticket.ts";
import { declineOffer } from "#server/features/valet/decline-offer.ts";
import { findTickets, findReturningCustomer, scanTicket } from "#server/features/valet/find-tickets.ts";
import { handOver } from "#server/features/valet/hand-over.ts";
import { changeSlot, parkVehicle, reparkVehicle } from "#server/features/valet/park-vehicle.ts";
import { reassignTicket } from "#server/features/valet/reassign-ticket.ts";
import { renewHandoverCode } from "#server/features/valet/renew-handover-code.ts";
import { choosePickupGate, requestPickup } from "#server/features/valet/request-pickup.ts";
import { takeTicketCash, takeTicketPayment } from "#server/features/valet/take-cash.ts";
import { getTicketPagePath, readTicketJson } from "#server/features/valet/ticket.ts";
import type { SessionContext } from "#server/http/action-request.ts";
import { implement } from "#server/http/implement.ts";

/** Runs an action on a ticket and replies with the ticket afterwards. */
const thenReadTicket =
  <T extends SessionContext & { id: number }>(runAction: (call: T) => Promise<void>) =>
  async (call: T) => {
    await runAction(call);
    return readTicketJson(call);
  };

const implementations = [
  implement(valetActions.createTicket, async (call) => {
    const { id, otp } = await createTicket(call);
    return readTicketJson({ ...call, id, otp });
  }),
  implement(valetActions.scan, ({ body, ...context }) => scanTicket({ ...context, text: String(body.text ?? "") })),
  implement(valetActions.find, ({ query, ...context }) => findTickets({ ...context, text: query.text ?? "" })),
  implement(valetActions.findReturning, ({ query, ...context }) =>
    findReturningCustomer({ ...context, plate: query.plate ?? "" }),
  ),
  implement(valetActions.readSlip, readTicketJson),
  implement(valetActions.printSlip, async (call) => {
    const counts = await recordPrint({ ...call, collection: ValetAndParkingInformation });
    return withPrintCounts({ json: await readTicketJson(call), counts });
  }),
  // For actors who may read the ticket: a logged-in customer's own (§6).
  implement(valetActions.readPageLink, async (call) => ({ link: await getTicketPagePath(call) })),
  implement(valetActions.renewCode, async (call) => readTicketJson({ ...call, otp: await renewHandoverCode(call) })),
  implement(valetActions.readMessage, readTicketMessage),
  implement(valetActions.resendMessage, thenReadTicket(resendTicketMessage)),
  implement(valetActions.correct, thenReadTicket(correctTicket)),
  implement(valetActions.voidTicket, thenReadTicket(voidTicket)),
  implement(valetActions.park, thenReadTicket(parkVehicle)),
  implement(valetActions.changeSlot, thenReadTicket(changeSlot)),
  implement(valetActions.repark, thenReadTicket(reparkVehicle)),
  implement(valetActions.requestPickup, thenReadTicket(requestPickup)),
  implement(valetActions.choosePickupGate, thenReadTicket(choosePickupGate)),
  implement(valetActions.acceptPickup, thenReadTicket(acceptPickup)),
  implement(valetActions.declineOffer, thenReadTicket(declineOffer)),
  implement(valetActions.markAtGate, thenReadTicket(markAtGate)),
  implement(valetActions.handOver, thenReadTicket(handOver)),
  implement(valetActions.takeCash, thenReadTicket(takeTicketCash)),
  implement(valetActions.takePayment, thenReadTicket(takeTicketPayment)),
  implement(valetActions.reassign, thenReadTicket(reassignTicket)),
];

export function valetRoutes(app: FastifyInstance, services: AppServices): void {
  for (const mount of implementations) mount(app, services);
}
