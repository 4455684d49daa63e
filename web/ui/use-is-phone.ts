// Whether the screen has the width of a phone, for content that differs in more than its style.
import { useMediaQuery } from "@mantine/hooks";
import * as limits from "#domain/limits.ts";

export function useIsPhone(): boolean {
  return useMediaQuery(`(max-width: ${limits.mobileWidthPx - 1}px)`, false, { getInitialValueInEffect: false });
}
