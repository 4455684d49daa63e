interface TypeNameOptions {
  types: readonly { id: number; name: string | null }[];
  vehicleType: number | null;
}

export function getTypeName({ types, vehicleType }: TypeNameOptions): string {
  if (vehicleType === null) return "All other vehicles";
  return types.find(({ id }) => id === vehicleType)?.name ?? `Type ${vehicleType}`;
}
