// §6: before the duty ends, the keys of cars go to a colleague on duty, or those of cars not parked yet to the desk.
import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { can } from "#domain/access/capabilities.ts";
import { findRole, isOnDuty } from "#domain/access/roles.ts";
import { isStaffOfService } from "#domain/branches/services.ts";
import { valetSequence } from "#domain/valet/states.ts";
import { call } from "#web/api/call.ts";
import { itemsQuery } from "#web/api/items.ts";
import type { Session } from "#web/api/session.ts";
import { refreshItems } from "#web/api/query-client.ts";
import type { KeptCar } from "#web/product/shell/kept-car.ts";
import { AsyncButton } from "#web/ui/forms/async-button.tsx";
import { Stack } from "#web/ui/layout.tsx";
import { Text } from "#web/ui/text.tsx";
import { t } from "#web/languages/t.ts";
import { tNodes, tPlural } from "#web/languages/nodes.ts";

interface HandOverKeysProps {
  session: Session;
  cars: readonly KeptCar[];
  onHandedOver: () => Promise<void>;
  onStay: () => void;
}

/** Colleagues who drive for the valet and are on duty. */
function useColleagues({ user, branch }: Session) {
  const { data } = useQuery(
    itemsQuery("users", {
      filter: { default_branch: { _eq: branch?.id ?? 0 } },
      fields: ["id", "first_name", "role", "status", "in_out_flag", "staff_service_type"],
      sort: ["first_name"],
      limit: -1,
    }),
  );
  return data?.filter((person) => {
    const role = findRole(person.role);
    const works = isStaffOfService({ staffServices: person.staff_service_type, service: "is_valet_and_parking" });
    const isPresent = isOnDuty({ role, isActive: person.status === "active", isPresent: person.in_out_flag });
    return person.id !== user.id && works && isPresent && can({ role }, "valet.drive");
  });
}

export function HandOverKeys({ session, cars, onHandedOver, onStay }: HandOverKeysProps) {
  const colleagues = useColleagues(session);
  const areReceived = cars.every((car) => car.status_id.sequence === valetSequence.received);

  async function give(to: string | null): Promise<void> {
    for (const { id } of cars) await call({ route: "POST /actions/valet/:id/reassign", id, body: { to } });
    await refreshItems("Valet_and_Parking_Information");
    await onHandedOver();
  }

  return (
    <Stack>
      <p>
        {tPlural(
          cars.length,
          "You have the keys of {count} car: {cars}. Hand them over before you end your duty.",
          "You have the keys of {count} cars: {cars}. Hand them over before you end your duty.",
          {
            cars: cars
              .map((car) => `${car.Vehicle_Number}${car.key_tag ? ` (${t("tag {tag}", { tag: car.key_tag })})` : ""}`)
              .join(", "),
          },
        )}
      </p>
      {colleagues?.map(({ id, first_name: name }) => (
        <AsyncButton key={id} variant="default" size="xl" onPress={() => give(id)}>
          {tNodes("Keys handed to {name}", { name })}
        </AsyncButton>
      ))}
      {areReceived && (
        <AsyncButton variant="default" size="xl" onPress={() => give(null)}>
          {t("Keys left at the desk")}
        </AsyncButton>
      )}
      {colleagues?.length === 0 && !areReceived && (
        <Text c="dimmed">{t("No colleague is on duty. Park the cars or hand them to the customers first.")}</Text>
      )}
      <Button color="marigold" size="xl" onClick={onStay}>
        {t("Stay on duty")}
      </Button>
    </Stack>
  );
}
