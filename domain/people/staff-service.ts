// §1 §6: staff work only for the services assigned to them; others, and staff without an assignment, for all.
import type { Actor } from "#domain/access/roles.ts";
import { isStaffOfService, type ServiceName } from "#domain/branches/services.ts";
import { RuleViolation, type RuleArgs } from "#domain/schema/collection.ts";

/** True unless the actor is limited to other services. */
export function worksForService({
  actor,
  service,
}: {
  actor: Pick<Actor, "services">;
  service: ServiceName | undefined;
}): boolean {
  return service === undefined || isStaffOfService({ staffServices: actor.services, service });
}

/** Write rule of a service's collections: STAFF_NOT_OF_SERVICE. */
export const validateActorService =
  (service: ServiceName) =>
  ({ actor }: RuleArgs): RuleViolation | undefined =>
    worksForService({ actor, service }) ? undefined : new RuleViolation("STAFF_NOT_OF_SERVICE");
