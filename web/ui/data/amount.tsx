// Amount in rupees as in §9: sign, Indian grouping, two decimals, tabular figures.
import { parsePaise, formatRupees } from "#domain/money.ts";
import { Text } from "#web/ui/text.tsx";

interface AmountProps {
  /** A wire amount ('120.00'); exactly one of `rupees` and `paise`. */
  rupees?: string | number | null | undefined;
  paise?: number | undefined;
  size?: "normal" | "large" | "huge" | undefined;
}

export function Amount({ rupees, paise, size = "normal" }: AmountProps) {
  const amount = paise ?? parsePaise(rupees ?? "");
  const isNormal = size === "normal";
  return (
    <Text
      component="span"
      isFigures
      isNowrap
      size={isNormal ? undefined : size === "large" ? "xl" : "3xl"}
      fw={isNormal ? undefined : "bold"}
      style={size === "huge" ? { lineHeight: 1 } : undefined}
    >
      {amount === undefined ? "–" : formatRupees(amount)}
    </Text>
  );
}
