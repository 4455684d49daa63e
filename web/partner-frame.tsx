// What stands around the partners' pages; loaded with the first of them, so that public pages stay light.
import { Outlet } from "react-router";
import { Guarded } from "#web/guarded.tsx";
import { guards } from "#web/guards.ts";
import { Shell } from "#web/ui/shell/shell.tsx";

export function Partner() {
  return (
    <Guarded guard={guards.staff}>
      <Shell>
        <Outlet />
      </Shell>
    </Guarded>
  );
}
