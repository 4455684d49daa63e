// §5: converts names and values to display text.

export function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** 'single_organization' becomes 'Single organization'. */
export function humanize(value: string): string {
  return capitalize(value.replace(/[_-]+/g, " "));
}

/** 'SIMULATED PARKING PVT LTD' becomes 'Simulated Parking Pvt Ltd', 'y.s.r.' becomes 'Y.S.R.'. */
export function toTitleCase(text: string): string {
  return text.toLowerCase().replaceAll(/(?<=^|[\s.&(-])\p{L}/gu, (letter) => letter.toUpperCase());
}
