// What stands around an admin's application: the branch's own frame once it is published, before that the public one.
import { Outlet } from "react-router";
import { Guarded } from "#web/guarded.tsx";
import { guards } from "#web/guards.ts";
import { useKnownSession } from "#web/items/use-session.ts";
import { PublicFrame } from "#web/ui/shell/public-frame.tsx";
import { Shell } from "#web/ui/shell/shell.tsx";

export function Application() {
  return (
    <Guarded guard={guards.admin}>
      <Frame />
    </Guarded>
  );
}

function Frame() {
  const { company, branch } = useKnownSession();
  const Around = company?.status === "published" && branch?.status === "published" ? Shell : PublicFrame;
  return (
    <Around>
      <Outlet />
    </Around>
  );
}
