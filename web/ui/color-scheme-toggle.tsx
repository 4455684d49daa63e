// Switches between light and dark mode; the choice is stored on the device.
import { useComputedColorScheme, useMantineColorScheme } from "@mantine/core";
import { IconMoon, IconSun } from "@tabler/icons-react";
import { IconButton } from "#web/ui/icon-button.tsx";

export function ColorSchemeToggle() {
  const { setColorScheme } = useMantineColorScheme();
  const scheme = useComputedColorScheme("light", { getInitialValueInEffect: false });
  const next = scheme === "dark" ? "light" : "dark";
  return (
    <IconButton
      label={`Switch to ${next} mode`}
      icon={next === "dark" ? IconMoon : IconSun}
      onPress={() => setColorScheme(next)}
    />
  );
}
