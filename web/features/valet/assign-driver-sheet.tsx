// Assigns a car or its pickup to another driver on duty.
import { useQuery } from "@tanstack/react-query";
import { getKeyHolder } from "#domain/valet/keys-in-hand.ts";
import { useBranch } from "#web/api/use-session.ts";
import { showSuccess } from "#web/ui/feedback.ts";
import { AsyncButton } from "#web/ui/forms/async-button.tsx";
import { Stack } from "#web/ui/layout.tsx";
import { Sheet } from "#web/ui/overlays/sheet.tsx";
import { SkeletonRows } from "#web/ui/states.tsx";
import { Text } from "#web/ui/text.tsx";
import { reassignTicket } from "#web/features/valet/api.ts";
import { branchStaffQuery, filterOnDuty, openTicketsQuery, type StaffMember } from "#web/features/valet/board.ts";
import { t } from "#web/languages/t.ts";

interface AssignDriverSheetProps {
  id: number;
  /** Id of the user who has the car or its pickup now. */
  holder?: string | undefined;
  onClose: () => void;
}

export function AssignDriverSheet({ id: ticket, holder, onClose }: AssignDriverSheetProps) {
  const { branch } = useBranch();
  const { data } = useQuery(branchStaffQuery(branch.id));
  const { data: openTickets } = useQuery(openTicketsQuery(branch.id));
  const findHeldCar = ({ id }: StaffMember) => openTickets?.find((other) => getKeyHolder(other)?.id === id);
  // Free drivers first, each by name. Nothing is shown before it is known who is busy, so that no button moves.
  const people =
    data &&
    openTickets &&
    filterOnDuty(data)
      .filter(({ id }) => id !== holder)
      .toSorted((first, second) => Number(Boolean(findHeldCar(first))) - Number(Boolean(findHeldCar(second))));
  /** 'Meena (busy with TN09AB1234)'. */
  function describe(person: StaffMember): string {
    const held = findHeldCar(person);
    const name = person.first_name;
    return held ? t("{name} (busy with {car})", { name, car: held.Vehicle_Number }) : name;
  }

  async function assign(to: string): Promise<void> {
    await reassignTicket(ticket, to);
    showSuccess("STAFF_ASSIGNED");
    onClose();
  }

  return (
    <Sheet isOpen title={t("Assign driver")} onClose={onClose}>
      <Stack>
        {!people && <SkeletonRows count={3} />}
        {people?.length === 0 && <Text c="dimmed">{t("No other driver is on duty.")}</Text>}
        {people?.map((person) => (
          <AsyncButton key={person.id} variant="default" size="xl" onPress={() => assign(person.id)}>
            {describe(person)}
          </AsyncButton>
        ))}
      </Stack>
    </Sheet>
  );
}
