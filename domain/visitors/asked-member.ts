// Who of a unit is asked about a visitor at the gate, and next if nobody answers. See docs/rules/approvals.md.
export interface AskableMember {
  id: number;
}

/**
 * The member to ask after `asked`, in the unit's order; the first one for null. Undefined when everyone was asked, or if
 * the one who was asked is no longer a member: the request then goes to the approvers.
 */
export function getNextMember<M extends AskableMember>({
  members,
  asked,
}: {
  members: readonly M[];
  asked: number | null;
}): M | undefined {
  if (asked === null) return members[0];
  const index = members.findIndex(({ id }) => id === asked);
  return index === -1 ? undefined : members[index + 1];
}
