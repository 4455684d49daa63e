// All contracts of actions, by area.
import { accountActions, customerActions } from "#domain/accounts/actions.ts";
import { profileActions } from "#domain/accounts/profile/profile-actions.ts";
import { staffLogInActions } from "#domain/accounts/staff-log-in.ts";
import { approvalActions } from "#domain/approvals/actions.ts";
import { configurationActions } from "#domain/branches/actions.ts";
import { cashActions } from "#domain/cash/actions.ts";
import { debtActions } from "#domain/debts/actions.ts";
import { integrationActions } from "#domain/integrations/actions.ts";
import { webhookActions } from "#domain/integrations/webhooks/actions.ts";
import { deviceActions } from "#domain/devices/actions.ts";
import { inviteActions } from "#domain/invites/actions.ts";
import { notificationActions } from "#domain/messages/notification-actions.ts";
import { messageActions } from "#domain/messages/actions.ts";
import { offerActions } from "#domain/offers/actions.ts";
import { onboardingActions } from "#domain/onboarding/actions.ts";
import { operationsActions } from "#domain/operations/actions.ts";
import { parkingActions } from "#domain/parking/actions.ts";
import { passActions } from "#domain/passes/actions.ts";
import { paymentActions } from "#domain/payments/actions.ts";
import { peopleActions } from "#domain/people/actions.ts";
import { companyActions, enquiryActions, reviewActions } from "#domain/platform/actions.ts";
import { platformPeopleActions } from "#domain/platform/people-actions.ts";
import { settlementActions } from "#domain/platform/settlement-actions.ts";
import { supportActions } from "#domain/platform/support-actions.ts";
import { preBookingActions } from "#domain/pre-booking/actions.ts";
import { printingActions } from "#domain/printing/actions.ts";
import { privacyActions } from "#domain/privacy/actions.ts";
import { ownDataActions } from "#domain/privacy/own-data-actions.ts";
import { reportActions } from "#domain/reports/actions.ts";
import { scheduleActions } from "#domain/reports/schedules/actions.ts";
import { tariffActions } from "#domain/tariffs/actions.ts";
import { valetActions } from "#domain/valet/actions.ts";
import { valetChatActions } from "#domain/valet/chat-actions.ts";
import { valetCustomerActions } from "#domain/valet/customer-actions.ts";
import { tipActions } from "#domain/valet/tips/tip-actions.ts";
import { unitActions, visitActions } from "#domain/visitors/actions.ts";
import type { ContractReply, ContractRequest } from "#domain/schema/contract.ts";

export const contracts = [
  ...Object.values(parkingActions),
  ...Object.values(passActions),
  ...Object.values(preBookingActions),
  ...Object.values(approvalActions),
  ...Object.values(inviteActions),
  ...Object.values(visitActions),
  ...Object.values(unitActions),
  ...Object.values(valetActions),
  ...Object.values(paymentActions),
  ...Object.values(offerActions),
  ...Object.values(cashActions),
  ...Object.values(debtActions),
  ...Object.values(valetChatActions),
  ...Object.values(valetCustomerActions),
  ...Object.values(tipActions),
  ...Object.values(accountActions),
  ...Object.values(profileActions),
  ...Object.values(customerActions),
  ...Object.values(staffLogInActions),
  ...Object.values(printingActions),
  ...Object.values(privacyActions),
  ...Object.values(ownDataActions),
  ...Object.values(operationsActions),
  ...Object.values(enquiryActions),
  ...Object.values(companyActions),
  ...Object.values(reviewActions),
  ...Object.values(platformPeopleActions),
  ...Object.values(supportActions),
  ...Object.values(settlementActions),
  ...Object.values(onboardingActions),
  ...Object.values(peopleActions),
  ...Object.values(integrationActions),
  ...Object.values(webhookActions),
  ...Object.values(deviceActions),
  ...Object.values(messageActions),
  ...Object.values(notificationActions),
  ...Object.values(configurationActions),
  ...Object.values(tariffActions),
  ...Object.values(reportActions),
  ...Object.values(scheduleActions),
];

type AnyContract = (typeof contracts)[number];
export type ActionRoute = AnyContract["route"];
type ContractOf<R extends ActionRoute> = Extract<AnyContract, { route: R }>;
type RequestOf<C> = C extends AnyContract ? Omit<ContractRequest<C>, "route"> : never;

/** Routes of the actions that a device without a network may keep and send later. */
export type QueueableRoute = Extract<AnyContract, { isQueueable: true }>["route"];

/** A call of the action with the route `R`. */
export type ActionCall<R extends ActionRoute> = { route: R } & RequestOf<ContractOf<R>>;
/** Body of a call of the action. */
export type ActionBody<R extends ActionRoute> =
  RequestOf<ContractOf<R>> extends { body?: infer B } ? NonNullable<B> : never;
/** `data` of the action's reply. */
export type ActionReply<R extends ActionRoute> = ContractReply<ContractOf<R>>;
