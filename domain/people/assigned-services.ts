// §1 §6: the services of a member of staff. Apart from the write rules of them (staff-service.ts), since every session loads it.
import { roles, type Role } from "#domain/access/roles.ts";
import { type ServiceName, serviceNames } from "#domain/branches/services.ts";

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
