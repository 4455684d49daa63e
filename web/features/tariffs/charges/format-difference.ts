/** '+6 %', '−3 %', '±0 %'; undefined if nothing was charged. */
export function formatDifference({ charged, repriced }: { charged: number; repriced: number }): string | undefined {
  if (charged === 0) return undefined;
  const percent = Math.round(((repriced - charged) / charged) * 100);
  if (percent === 0) return "±0 %";
  return `${percent > 0 ? "+" : "−"}${Math.abs(percent)} %`;
}
