// Name of a place for customers, who know companies rather than branches.

interface PlaceBranch {
  name: string;
  company: { name: string } | null;
}

/** 'Golconda Grand, Banjara Hills'; only the branch if its company cannot be read. */
export function formatPlaceLabel(branch: PlaceBranch | null | undefined): string | undefined {
  return branch ? [branch.company?.name, branch.name].filter(Boolean).join(", ") : undefined;
}
