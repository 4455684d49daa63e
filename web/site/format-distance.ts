/** 850 → '850 m'; 2340 → '2.3 km'; 5000 → '5 km'; 12400 → '12 km'. */
export function formatDistance(metres: number): string {
  if (metres < 995) return `${Math.round(metres / 10) * 10} m`;
  const kilometres = metres / 1000;
  return `${kilometres < 9.95 ? Math.round(kilometres * 10) / 10 : Math.round(kilometres)} km`;
}
