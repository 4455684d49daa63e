// A button that shows an icon only.
import type { Icon } from "@tabler/icons-react";
import type { ButtonHTMLAttributes } from "react";
import { joinClassNames } from "#web/ui/class-names.ts";
import styles from "#web/ui/icon-button.module.css";

interface IconButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, "onClick" | "children"> {
  /** Accessible name. */
  label: string;
  icon: Icon;
  /** Size of the icon in px. */
  iconSize?: number | undefined;
  onPress: () => void;
}

export function IconButton({ label, icon: ButtonIcon, iconSize = 24, onPress, className, ...rest }: IconButtonProps) {
  return (
    <button
      {...rest}
      type="button"
      className={joinClassNames(styles["button"], className)}
      aria-label={label}
      onClick={onPress}
    >
      <ButtonIcon size={iconSize} aria-hidden="true" />
    </button>
  );
}
