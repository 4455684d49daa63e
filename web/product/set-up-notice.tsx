// On the first page of a new branch, the way to its checklist.
import { useBranch } from "#web/api/use-session.ts";
import { ButtonLink } from "#web/ui/button-link.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { useSetUp } from "#web/product/set-up.ts";

export function SetUpNotice() {
  const { path } = useBranch();
  const setUp = useSetUp();
  if (!setUp || setUp.isComplete) return null;
  const left = setUp.steps.filter(({ state }) => state === "left").length;
  return (
    <Notice
      c="blue"
      actions={
        <ButtonLink to={path("home")} variant="default">
          Open the checklist
        </ButtonLink>
      }
    >
      {left === 1 ? "1 step is left to set up this branch." : `${left} steps are left to set up this branch.`}
    </Notice>
  );
}
