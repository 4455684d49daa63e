// Button of the header that switches users on a shared device, over the page, which stays as it is.
import { IconUsersGroup } from "@tabler/icons-react";
import { lazy, Suspense, useState } from "react";
import { isSharedDevice } from "#web/api/tokens/access-token.ts";
import type { Session } from "#web/api/session.ts";
import { showSuccess } from "#web/ui/feedback.ts";
import { IconButton } from "#web/ui/icon-button.tsx";
import { Sheet } from "#web/ui/overlays/sheet.tsx";
import { SkeletonRows } from "#web/ui/states.tsx";

// Only shared devices need it.
const SwitchUser = lazy(async () => ({ default: (await import("#web/product/devices/switch-user.tsx")).SwitchUser }));

export function SwitchUserButton({ session }: { session: Session }) {
  const [isOpen, setIsOpen] = useState(false);
  if (!isSharedDevice()) return null;
  return (
    <>
      <IconButton label="Switch user" icon={IconUsersGroup} onPress={() => setIsOpen(true)} />
      <Sheet isOpen={isOpen} title="Switch user" onClose={() => setIsOpen(false)}>
        <Suspense fallback={<SkeletonRows count={4} />}>
          <SwitchUser
            currentUser={session.user.id}
            onSwitched={({ user }) => {
              setIsOpen(false);
              showSuccess(`Logged in as ${user.first_name}`);
            }}
          />
        </Suspense>
      </Sheet>
    </>
  );
}
