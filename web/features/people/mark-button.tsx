// §6: somebody is marked present or absent by who leads them.
import { IconUserCheck, IconUserOff } from "@tabler/icons-react";
import { showSuccess } from "#web/ui/messages.ts";
import { WaitingButton } from "#web/ui/waiting-button.tsx";
import { changePerson } from "#web/features/people/people.ts";

interface MarkButtonProps {
  id: string;
  name: string;
  isPresent: boolean;
  /** Among others of its kind the button says whom it is about. */
  isOfMany?: boolean;
}

export function MarkButton({ id, name, isPresent, isOfMany = false }: MarkButtonProps) {
  const verb = isPresent ? "Mark absent" : "Mark present";
  const Icon = isPresent ? IconUserOff : IconUserCheck;

  async function press(): Promise<void> {
    await changePerson(id, { in_out_flag: !isPresent });
    showSuccess(isPresent ? `${name} is marked absent` : `${name} is marked present`);
  }
  return (
    <WaitingButton
      variant="default"
      size="lg"
      {...(isOfMany ? { "aria-label": `${verb}: ${name}` } : {})}
      leftSection={<Icon size={20} aria-hidden="true" />}
      onPress={press}
    >
      {verb}
    </WaitingButton>
  );
}
