// §6: marks a person present, or absent after a question, since that ends the person's duty.
import { Button } from "@mantine/core";
import { IconUserCheck, IconUserOff } from "@tabler/icons-react";
import { useState } from "react";
import { showSuccess } from "#web/ui/feedback.ts";
import { AsyncButton } from "#web/ui/forms/async-button.tsx";
import { ConfirmSheet } from "#web/ui/overlays/confirm-sheet.tsx";
import { updatePerson } from "#web/features/people/api.ts";

interface AttendanceButtonProps {
  id: string;
  name: string;
  isPresent: boolean;
  /** Adds the name to the accessible label, for lists with several such buttons. */
  hasPersonName?: boolean;
}

export function AttendanceButton({ id, name, isPresent, hasPersonName = false }: AttendanceButtonProps) {
  const [isAsking, setIsAsking] = useState(false);
  const getLabel = (verb: string) => (hasPersonName ? { "aria-label": `${verb}: ${name}` } : {});
  async function mark(isNowPresent: boolean): Promise<void> {
    await updatePerson(id, { in_out_flag: isNowPresent });
    setIsAsking(false);
    showSuccess(isNowPresent ? `${name} marked present` : `${name} marked absent`);
  }
  if (!isPresent)
    return (
      <AsyncButton
        variant="default"
        size="lg"
        {...getLabel("Mark present")}
        leftSection={<IconUserCheck size={20} aria-hidden="true" />}
        onPress={() => mark(true)}
      >
        Mark present
      </AsyncButton>
    );
  return (
    <>
      <Button
        variant="default"
        size="lg"
        {...getLabel("Mark absent")}
        leftSection={<IconUserOff size={20} aria-hidden="true" />}
        onClick={() => setIsAsking(true)}
      >
        Mark absent
      </Button>
      <ConfirmSheet
        isOpen={isAsking}
        title={`End the duty of ${name}?`}
        action="Mark absent"
        onConfirm={() => mark(false)}
        onClose={() => setIsAsking(false)}
      >
        The hours until now are kept. {name} cannot work at the gate until the next start of duty.
      </ConfirmSheet>
    </>
  );
}
