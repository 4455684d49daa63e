// Switches between light and dark mode; the choice is stored on the device.
import { useComputedColorScheme, useMantineColorScheme } from "@mantine/core";
import { IconMoon, IconSun } from "@tabler/icons-react";
import { IconButton } from "#web/ui/icon-button.tsx";
import { t } from "#web/languages/t.ts";

export function ColorSchemeToggle() {
  const { setColorScheme } = useMantineColorScheme();
  const scheme = useComputedColorScheme("light", { getInitialValueInEffect: false });
  const next = scheme === "dark" ? "light" : "dark";
  return (
    <IconButton
      label={t(next === "dark" ? "Switch to dark mode" : "Switch to light mode")}
      icon={next === "dark" ? IconMoon : IconSun}
      onPress={() => setColorScheme(next)}
    />
  );
}
