// §7: what the worker of a device reports about a notification: that it was shown, and the answer.
import type { notificationActions } from "#domain/messages/notification-actions.ts";
import { translateText } from "#domain/messages/message-translations.ts";
import { findPushTemplate, rejectedOnNotification, shownInsteadText } from "#domain/messages/notifications.ts";
import { anonymous } from "#domain/access/roles.ts";
import type { Language } from "#domain/people/languages.ts";
import type { ContractResult } from "#domain/schema/contract.ts";
import { tokenKinds } from "#server/auth/token-kinds.ts";
import { type AppServices, createWriteContext } from "#server/context.ts";
import { runTransaction } from "#server/db/transaction.ts";
import { decidePass } from "#server/features/approvals/decide.ts";
import { answerVisitRequest } from "#server/features/parking/visitors/answer-request.ts";
import { acceptPickup } from "#server/features/valet/accept-pickup.ts";
import type { SessionContext } from "#server/http/action-request.ts";
import type { ContractCall } from "#server/http/implement.ts";
import { throwApiError, throwInvalidPayload } from "#server/items/api-error.ts";
import { assertSessionValid, loadSession } from "#server/items/access/session.ts";
import { isSessionOpenSql } from "#server/messaging/push/devices.ts";
import { withdrawMessage } from "#server/messaging/outbox.ts";

interface ReportedNotification {
  id: number;
  template: string;
  language: Language;
  user: string;
  subject: number | null;
  session: string;
}

/** INVALID_TOKEN for an expired message, and for a device that was removed or whose session has ended. */
async function findNotification({
  services: { sql, tokens, clock },
  token,
}: {
  services: AppServices;
  token: unknown;
}): Promise<ReportedNotification> {
  const { message, device } = tokens.verify({ kind: tokenKinds.notification, token });
  const now = clock();
  const [found] = await sql<ReportedNotification[]>`
    select m.message as id, o.template, coalesce(o.language, 'en') as language, m."user", m.subject, s.session
    from push_messages m join "Outbox" o on o.id = m.message join push_subscriptions s on s."user" = m."user"
    where m.message = ${message} and s.id = ${device} and o.expires_at > ${now} and ${isSessionOpenSql({ sql, now })}`;
  return found ?? throwApiError("INVALID_TOKEN");
}

/** Withdraws the SMS that waits to replace the notification. */
export async function reportSeen({
  services,
  origin,
  body: { token },
}: ContractCall<typeof notificationActions.reportSeen>): Promise<void> {
  const { id } = await findNotification({ services, token });
  await runTransaction({
    sql: services.sql,
    work: async (tx) => {
      const ctx = createWriteContext({ services, tx, actor: anonymous, origin });
      const [seen] = await tx<{ fallback: number | null }[]>`
        update push_messages set seen_at = ${ctx.now} where message = ${id} and seen_at is null returning fallback`;
      if (seen?.fallback) await withdrawMessage({ ctx, id: seen.fallback, reason: shownInsteadText });
    },
  });
}

/**
 * Answers as the user, with their current rights. The token counts once: STATUS_ALREADY_UPDATED afterwards. An answer that
 * fails may be repeated.
 */
export async function answerNotification({
  services,
  origin,
  body: { token, answer },
}: ContractCall<typeof notificationActions.answer>): Promise<ContractResult<typeof notificationActions.answer>> {
  const notification = await findNotification({ services, token });
  const answers = findPushTemplate(notification.template)?.answers ?? {};
  const known = Object.hasOwn(answers, answer) ? answers[answer] : undefined;
  if (!known || notification.subject === null) throwInvalidPayload('"answer" is not one of this notification.');
  const { sql } = services;
  const claimed = await sql`
    update push_messages set answered_at = ${services.clock()}
    where message = ${notification.id} and answered_at is null returning message`;
  if (claimed.length === 0) throwApiError("STATUS_ALREADY_UPDATED");
  try {
    const context = await createUserContext({ services, origin, notification });
    await applyAnswer({ context, template: notification.template, answer, subject: notification.subject });
  } catch (error) {
    await sql`update push_messages set answered_at = null where message = ${notification.id}`;
    throw error;
  }
  return { text: translateText({ text: known.done, language: notification.language }) };
}

/** The session of the device, with the rights that the user has now. */
async function createUserContext({
  services,
  origin,
  notification: { user, session: family },
}: Pick<SessionContext, "services" | "origin"> & { notification: ReportedNotification }): Promise<SessionContext> {
  const fresh = await loadSession({ sql: services.sql, userId: user });
  if (!fresh) throwApiError("INVALID_TOKEN");
  return { services, origin, session: assertSessionValid({ fresh, authVersion: fresh.authVersion, family }) };
}

async function applyAnswer({
  context,
  template,
  answer,
  subject: id,
}: {
  context: SessionContext;
  template: string;
  answer: string;
  subject: number;
}): Promise<void> {
  if (template === "pickup-offered") return acceptPickup({ ...context, id, body: {} });
  const decision = answer === "approve" ? "approve" : "reject";
  const reason = decision === "reject" ? rejectedOnNotification : undefined;
  if (template === "approval-asked") return decidePass({ ...context, idempotency: undefined, id, decision, reason });
  if (template === "visitor-asks") return answerForUnit({ context, entry: id, decision, reason });
  throwInvalidPayload('"answer" is not one of this notification.');
}

/** As through the link of the SMS, if the user is still a member of the visited unit. */
async function answerForUnit({
  context: { services, origin, session },
  entry,
  decision,
  reason,
}: {
  context: SessionContext;
  entry: number;
  decision: "approve" | "reject";
  reason: string | undefined;
}): Promise<void> {
  const [member] = await services.sql<{ id: number }[]>`
    select a.id from "Parking_Information" p join "Parking_Main_Information" m on m.id = p.parking_main_info
    join "Unit_Members" a on a.unit = m.unit where p.id = ${entry} and a.phone = ${session.actor.phone} order by a.sort, a.id limit 1`;
  if (!member) throwApiError("FORBIDDEN");
  const link = services.tokens.issue({ kind: tokenKinds.visitLink, payload: { entry, member: member.id } });
  await answerVisitRequest({ services, origin, headers: { "x-visit": link }, body: { decision, reason } });
}
