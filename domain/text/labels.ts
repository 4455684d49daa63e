// §5: converts names and values to display text.

export function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** 'single_organization' becomes 'Single organization'. */
export function humanize(value: string): string {
  return capitalize(value.replace(/[_-]+/g, " "));
}
