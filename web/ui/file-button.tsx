// A file chosen from the device: a label that looks like a button, and the browser's own input behind it.
import type { Icon } from "@tabler/icons-react";
import type { ChangeEvent } from "react";
import styles from "#web/ui/file-button.module.css";

interface FileButtonProps {
  icon: Icon;
  /** What the button says. */
  children: string;
  accept: string;
  onFile: (file: File) => void;
  name?: string;
  /** What is read out, where the words on the button do not say what for. */
  label?: string;
  /** Another one may not be chosen meanwhile. */
  isBusy?: boolean;
  isWrong?: boolean;
  /** The id of what is said of it: why it is wrong, or what may be chosen. */
  describedBy?: string | undefined;
}

export function FileButton(props: FileButtonProps) {
  const { icon: Icon, children, accept, onFile, name, label, isBusy = false, isWrong = false, describedBy } = props;

  function choose(event: ChangeEvent<HTMLInputElement>): void {
    const input = event.currentTarget;
    const [file] = input.files ?? [];
    if (file) onFile(file);
    // The same file, mended meanwhile, may be chosen again.
    input.value = "";
  }
  return (
    <label className={styles["file"]} aria-busy={isBusy}>
      <Icon size={22} aria-hidden="true" />
      {children}
      <input
        type="file"
        name={name}
        className="visually-hidden"
        accept={accept}
        aria-label={label}
        aria-invalid={isWrong ? true : undefined}
        aria-describedby={describedBy}
        disabled={isBusy}
        onChange={choose}
      />
    </label>
  );
}
