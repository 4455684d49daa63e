// Native select whose chosen option takes a second line on a narrow screen, instead of being cut off.
import { NativeSelect, type NativeSelectProps } from "@mantine/core";

const input = { height: "auto", lineHeight: 1.3, paddingBlock: "var(--space-xs)", whiteSpace: "normal" } as const;

export function Select(props: NativeSelectProps) {
  return <NativeSelect {...props} styles={{ input }} />;
}
