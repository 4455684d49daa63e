// §2 §7: routes of notifications.
import type { FastifyInstance } from "fastify";
import { notificationActions } from "#domain/messages/notification-actions.ts";
import type { AppServices } from "#server/context.ts";
import { readNotifications, removeOwnDevice, renewDevice, saveDevice } from "#server/features/notifications/devices.ts";
import { answerNotification, reportSeen } from "#server/features/notifications/reported-notification.ts";
import { implement } from "#server/http/implement.ts";

const implementations = [
  implement(notificationActions.read, readNotifications),
  implement(notificationActions.saveDevice, saveDevice),
  implement(notificationActions.renewDevice, renewDevice),
  implement(notificationActions.removeDevice, removeOwnDevice),
  implement(notificationActions.reportSeen, reportSeen),
  implement(notificationActions.answer, answerNotification),
];

export function notificationRoutes(app: FastifyInstance, services: AppServices): void {
  for (const mount of implementations) mount(app, services);
}
