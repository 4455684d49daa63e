// §1 §6: staff work only for the services assigned to them; others, and staff without an assignment, for all.
import { roles, type Actor, type Role } from "#domain/access/roles.ts";
import { isStaffOfService, type ServiceName, serviceNames } from "#domain/branches/services.ts";
import { RuleViolation, type RuleArgs } from "#domain/schema/collection.ts";

/** Services to which a user is limited; undefined means all. `stored` is `staff_service_type`. */
export function getStaffServices({
  role,
  stored,
}: {
  role: Role;
  stored: unknown;
}): readonly ServiceName[] | undefined {
  if (roles[role].list !== "staff" || !Array.isArray(stored) || stored.length === 0) return undefined;
  return serviceNames.filter((name) => stored.includes(name));
}

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
