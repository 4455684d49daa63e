// §2 §7: notifications on devices: the kinds a person can turn on, and what is shown. A locked screen shows `text` without
// plates and names, unless the person allows `detail` for the device. Described in docs/rules/notifications.md.
import { can, isApprover } from "#domain/access/capabilities.ts";
import { isCustomer, type Actor } from "#domain/access/roles.ts";
import { isKeyOf } from "#domain/object-keys.ts";

type Person = Pick<Actor, "role" | "exceptions">;

interface PushKindDefinition {
  /** In the words of the account page. */
  title: string;
  text: string;
  isFor: (person: Person) => boolean;
}

export const pushKinds = {
  pickup_offers: {
    title: "A pickup is offered to me",
    text: "With a button to accept it.",
    isFor: (person) => can(person, "valet.drive"),
  },
  entry_requests: {
    title: "Somebody asks to come in",
    text: "With buttons to approve or reject the request.",
    isFor: (person) => isApprover(person) || isCustomer(person),
  },
  own_car: {
    title: "My car is brought",
    text: "When a driver is on the way with it and when it is at the gate.",
    isFor: isCustomer,
  },
  open_shift: {
    title: "My cash shift is still open",
    text: "When you have gone off duty without counting your cash.",
    isFor: (person) => can(person, "cash.count"),
  },
  debts: {
    title: "A vehicle with debts arrives",
    text: "While you are on duty.",
    isFor: (person) => can(person, "gate.operate"),
  },
} as const satisfies { [kind: string]: PushKindDefinition };
export type PushKind = keyof typeof pushKinds;

export const pushKindNames = [
  "pickup_offers",
  "entry_requests",
  "own_car",
  "open_shift",
  "debts",
] as const satisfies readonly PushKind[];

/** Kinds that the person can turn on. */
export function listPushKinds(person: Person): PushKind[] {
  return pushKindNames.filter((kind) => pushKinds[kind].isFor(person));
}

interface NotificationAnswer {
  /** Label of the button, and what is shown after it was pressed. */
  label: string;
  done: string;
}

export interface PushDefinition {
  kind: PushKind;
  title: string;
  text: string;
  /** Shown instead of `text` where the person allows it. */
  detail: string;
  /** None: devices show the whole message. */
  secrets?: readonly string[];
  lifeMinutes: number;
  answers?: { readonly [answer: string]: NotificationAnswer };
}

const decisions = {
  approve: { label: "Approve", done: "The request is approved." },
  reject: { label: "Reject", done: "The request is rejected." },
} as const;

export const pushTemplates = {
  "pickup-offered": {
    kind: "pickup_offers",
    title: "Pickup offered",
    text: "{branch} offers you a pickup.",
    detail: "{branch} offers you the pickup of {plate}.",
    lifeMinutes: 2,
    answers: { accept: { label: "Accept", done: "The pickup is yours." } },
  },
  "car-on-the-way": {
    kind: "own_car",
    title: "Your car is on the way",
    text: "A driver brings it to the gate of {branch}.",
    detail: "A driver brings {plate} to the gate of {branch}.",
    lifeMinutes: 20,
  },
  "valet-ready": {
    kind: "own_car",
    title: "Your car is at the gate",
    text: "Show your OTP at {branch} to collect it.",
    detail: "{plate} is at the gate of {branch}. Show your OTP to collect it.",
    lifeMinutes: 30,
  },
  "approval-asked": {
    kind: "entry_requests",
    title: "Entry requested",
    text: "Somebody requests entry at {branch}.",
    detail: "{visitor} requests entry at {branch}.",
    lifeMinutes: 60,
    answers: decisions,
  },
  "visitor-asks": {
    kind: "entry_requests",
    title: "Visitor at the gate",
    text: "Somebody is at the gate of {branch} to visit you.",
    detail: "{visitor} is at the gate of {branch} to visit {unit}.",
    lifeMinutes: 15,
    answers: decisions,
  },
  "shift-open": {
    kind: "open_shift",
    title: "Your cash shift is open",
    text: "Count your cash of {branch} to close it.",
    detail: "Count your cash of {branch} to close it.",
    lifeMinutes: 4 * 60,
  },
  "debt-at-gate": {
    kind: "debts",
    title: "Vehicle with debts",
    text: "A vehicle with debts has come in at {branch}.",
    detail: "{plate} has come in at {branch} and owes {owed}.",
    lifeMinutes: 30,
  },
} as const satisfies { [name: string]: PushDefinition };
export type PushTemplate = keyof typeof pushTemplates;

type PlaceholdersIn<T extends string> = T extends `${string}{${infer Name}}${infer Rest}`
  ? Name | PlaceholdersIn<Rest>
  : never;
export type PushValues<T extends PushTemplate> = {
  [Name in Exclude<PlaceholdersIn<(typeof pushTemplates)[T]["detail"]>, "branch">]: string;
};

/** Undefined for an unknown template, for example of an older version. */
export function findPushTemplate(template: string): PushDefinition | undefined {
  return isKeyOf(pushTemplates, template) ? pushTemplates[template] : undefined;
}

/** Time after which an SMS replaces a notification that no device has shown. */
export const smsFallbackMs = 20_000;
/** Shown if an answer given on a notification was not accepted. */
export const answerFailedText = "Your answer did not count. Press to open the request.";
/** Reason of a rejection on a notification, which has no room for one. */
export const rejectedOnNotification = "Rejected on a notification";
/** Why the SMS of a message was not sent. */
export const shownInsteadText = "Not needed: a device has shown the notification.";
