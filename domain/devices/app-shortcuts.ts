// §2: pages that the installed application opens directly. Its manifest does not know the branch, so that the shortcut is
// resolved when it is opened.
import { can } from "#domain/access/capabilities.ts";
import type { Capability } from "#domain/access/capability-labels.ts";
import type { Role } from "#domain/access/roles.ts";
import type { EnabledServices } from "#domain/accounts/landing.ts";
import { isKeyOf } from "#domain/object-keys.ts";

/** Query parameter of /my-pages that names the shortcut. */
export const shortcutParameter = "open";

interface AppShortcut {
  label: string;
  capability: Capability;
  /** Page of a branch with parking, and of one with the valet service alone. */
  parking: string;
  valet: string;
}

export const appShortcuts = {
  "check-in": {
    label: "Check in",
    capability: "gate.operate",
    parking: "parking/create",
    valet: "valet-parking/create",
  },
  scan: {
    label: "Scan",
    capability: "gate.operate",
    parking: "parking/scan-parking-entry",
    valet: "valet-parking/scan-parking-entry",
  },
  board: {
    label: "Board",
    capability: "entry.read",
    parking: "parking/dashboard",
    valet: "valet-parking/dashboard",
  },
} as const satisfies { [name: string]: AppShortcut };

/** Page of a shortcut at this branch, without the slugs; undefined if the user or the branch has none. */
export function getShortcutPage({
  shortcut,
  role,
  branch,
}: {
  shortcut: string | null;
  role: Role;
  branch: EnabledServices | null;
}): string | undefined {
  if (!isKeyOf(appShortcuts, shortcut) || !branch) return undefined;
  const { capability, parking, valet } = appShortcuts[shortcut];
  if (!can({ role }, capability)) return undefined;
  if (branch.is_parking) return parking;
  return branch.is_valet_and_parking ? valet : undefined;
}
