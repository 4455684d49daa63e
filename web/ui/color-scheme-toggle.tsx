// Switches between light and dark mode; the choice is stored on the device.
import { useComputedColorScheme, useMantineColorScheme } from "@mantine/core";
import { IconMoon, IconSun } from "@tabler/icons-react";
import styles from "#web/ui/icon-button.module.css";

export function ColorSchemeToggle() {
  const { setColorScheme } = useMantineColorScheme();
  const scheme = useComputedColorScheme("light", { getInitialValueInEffect: false });
  const next = scheme === "dark" ? "light" : "dark";
  return (
    <button
      type="button"
      className={styles["button"]}
      aria-label={`Switch to ${next} mode`}
      onClick={() => setColorScheme(next)}
    >
      {next === "dark" ? <IconMoon aria-hidden="true" /> : <IconSun aria-hidden="true" />}
    </button>
  );
}
