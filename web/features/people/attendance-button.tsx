// §6: marks a person present or absent.
import { IconUserCheck, IconUserOff } from "@tabler/icons-react";
import { showSuccess } from "#web/ui/feedback.ts";
import { AsyncButton } from "#web/ui/forms/async-button.tsx";
import { updatePerson } from "#web/features/people/api.ts";

interface AttendanceButtonProps {
  id: string;
  name: string;
  isPresent: boolean;
  /** Adds the name to the accessible label, for lists with several such buttons. */
  hasPersonName?: boolean;
}

export function AttendanceButton({ id, name, isPresent, hasPersonName = false }: AttendanceButtonProps) {
  const verb = isPresent ? "Mark absent" : "Mark present";
  const Icon = isPresent ? IconUserOff : IconUserCheck;

  async function toggleAttendance(): Promise<void> {
    await updatePerson(id, { in_out_flag: !isPresent });
    showSuccess(isPresent ? `${name} marked absent` : `${name} marked present`);
  }
  return (
    <AsyncButton
      variant="default"
      size="lg"
      {...(hasPersonName ? { "aria-label": `${verb}: ${name}` } : {})}
      leftSection={<Icon size={20} aria-hidden="true" />}
      onPress={toggleAttendance}
    >
      {verb}
    </AsyncButton>
  );
}
