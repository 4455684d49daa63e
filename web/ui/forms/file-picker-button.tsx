// File input styled as a button.
import type { Icon } from "@tabler/icons-react";
import type { ChangeEvent } from "react";
import { ChoiceCard } from "#web/ui/choice-card.tsx";

interface FilePickerButtonProps {
  icon: Icon;
  /** Button text. */
  children: string;
  accept: string;
  onFile: (file: File) => void;
  name?: string;
  /** Accessible name, if the button text does not name the purpose. */
  label?: string;
  /** Opens the camera of a phone instead of its files. */
  isCamera?: boolean;
  /** Disables the input. */
  isBusy?: boolean;
  isInvalid?: boolean;
  /** Id of the error or hint element. */
  describedBy?: string | undefined;
}

export function FilePickerButton(props: FilePickerButtonProps) {
  const {
    icon: Icon,
    children,
    accept,
    onFile,
    name,
    label,
    isCamera = false,
    isBusy = false,
    isInvalid = false,
    describedBy,
  } = props;

  function choose(event: ChangeEvent<HTMLInputElement>): void {
    const input = event.currentTarget;
    const [file] = input.files ?? [];
    if (file) onFile(file);
    // Allows choosing the same file again after it was corrected.
    input.value = "";
  }
  return (
    <ChoiceCard
      style={{ flexDirection: "row", gap: "var(--space-xs)", paddingInline: "var(--space-md)", borderStyle: "dashed" }}
      aria-busy={isBusy}
    >
      <Icon size={22} aria-hidden="true" />
      {children}
      <input
        type="file"
        name={name}
        className="visually-hidden"
        accept={accept}
        capture={isCamera ? "environment" : undefined}
        aria-label={label}
        aria-invalid={isInvalid ? true : undefined}
        aria-describedby={describedBy}
        disabled={isBusy}
        onChange={choose}
      />
    </ChoiceCard>
  );
}
