// §7: sends one notification to every device of its recipient. It counts as sent if one of them was reached.
import { z } from "zod";
import type { MessageValues } from "#domain/messages/messages.ts";
import { renderText } from "#domain/messages/messages.ts";
import { translateText } from "#domain/messages/message-translations.ts";
import type { Language } from "#domain/people/languages.ts";
import { answerFailedText, type PushDefinition } from "#domain/messages/notifications.ts";
import { tokenKinds } from "#server/auth/token-kinds.ts";
import { unsealJson } from "#server/auth/unseal-json.ts";
import type { AppServices } from "#server/context.ts";
import type { PushAdapter, PushOutcome, SendOutcome } from "#server/messaging/message-adapters.ts";
import { listDevices, type NotifiedDevice, removeDevice } from "#server/messaging/push/devices.ts";

interface QueuedPush {
  id: number;
  recipient: string;
  reference: string;
  language: Language;
  expires_at: Date | null;
}

interface SendOptions {
  services: AppServices;
  message: QueuedPush;
  template: PushDefinition;
  values: MessageValues;
}

export async function sendToDevices({ services, message, template, values }: SendOptions): Promise<SendOutcome> {
  const { push } = services.integrations;
  if (!push) return failure({ isPermanent: true, reason: "Notifications are not configured: see PUSH_KEY." });
  const { sql, sealer } = services;
  const now = services.clock();
  const devices = await listDevices({ sql, now, sealer, user: message.recipient, kind: template.kind });
  const path = await findPath({ services, message: message.id });
  const outcomes = await Promise.all(
    devices.map((device) => sendToDevice({ services, push, message, template, values, device, path, now })),
  );
  if (outcomes.some(({ result }) => result === "accepted")) return { isSent: true, providerId: null };
  const failed = outcomes.filter((outcome) => outcome.result === "failed");
  const retryable = failed.find(({ isPermanent }) => !isPermanent);
  if (retryable) return failure(retryable);
  return failure({ isPermanent: true, reason: failed[0]?.reason ?? "No device shows this notification any more." });
}

const failure = ({ isPermanent, reason }: { isPermanent: boolean; reason: string }): SendOutcome => ({
  isSent: false,
  isPermanent,
  reason,
});

/** The page of the message, or the own first page if it can no longer be decrypted. */
async function findPath({
  services: { sql, sealer },
  message,
}: {
  services: AppServices;
  message: number;
}): Promise<string> {
  const [row] = await sql<{ sealed: string }[]>`select path as sealed from push_messages where message = ${message}`;
  return (row && unsealJson({ sealer, sealed: row.sealed, schema: z.string() })) ?? "/my-pages";
}

async function sendToDevice({
  services,
  push,
  message: { id, reference, language, expires_at: expiresAt },
  template,
  values,
  device,
  path,
  now,
}: SendOptions & { push: PushAdapter; device: NotifiedDevice; path: string; now: Date }): Promise<PushOutcome> {
  const { title, text, detail, answers = {} } = template;
  const token = services.tokens.issue({ kind: tokenKinds.notification, payload: { message: id, device: device.id } });
  const payload = JSON.stringify({
    title,
    body: renderText({ text: device.showsDetails ? detail : text, values }),
    path,
    // The same for every attempt, so that a repeated message replaces the first.
    tag: reference,
    token,
    answers: Object.entries(answers).map(([action, { label }]) => ({ action, title: label })),
    failed: translateText({ text: answerFailedText, language }),
  });
  const untilExpiry = expiresAt ? (expiresAt.getTime() - now.getTime()) / 1_000 : 0;
  const outcome = await push.send({
    target: device.target,
    payload,
    ttlSeconds: Math.max(0, Math.floor(untilExpiry)),
    topic: reference,
    now,
  });
  if (outcome.result === "gone") await removeDevice({ sql: services.sql, id: device.id });
  return outcome;
}
