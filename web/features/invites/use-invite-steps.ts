// The steps on a page of invites in its URL, so that the back button leaves a step instead of the page: `new` while inviting, and
// `invite` with the id of the open one.
import { useEffect, useEffectEvent, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import { useUrlParameters } from "#web/ui/filters/use-url-parameters.ts";

/** Steps above the list in the history, which closing leaves at once; 0 for an address that was opened by itself. */
function readDepth(state: unknown): number {
  const depth = typeof state === "object" && state !== null && "inviteSteps" in state ? state.inviteSteps : 0;
  return typeof depth === "number" ? depth : 0;
}

function withoutSteps(parameters: URLSearchParams): URLSearchParams {
  parameters.delete("new");
  parameters.delete("invite");
  return parameters;
}

interface InviteSteps {
  /** Null unless the user is inviting. */
  newStep: string | null;
  /** Id of the open invite. */
  openedId: number | null;
  openNew: (step: string) => void;
  openInvite: (id: number) => void;
  /** Goes back to the list. */
  close: () => void;
  /** Leaves the form for the invite that it has sent. */
  showSent: (id: number) => void;
}

export function useInviteSteps(): InviteSteps {
  const [parameters, setParameters] = useUrlParameters();
  const { state } = useLocation();
  const navigate = useNavigate();
  const [sentId, setSentId] = useState<number | null>(null);
  const depth = readDepth(state);
  const newStep = parameters.get("new");
  const opened = Number(parameters.get("invite"));

  function open(name: "new" | "invite", value: string, change = withoutSteps): void {
    const toStep = (current: URLSearchParams): URLSearchParams => {
      const next = change(current);
      next.set(name, value);
      return next;
    };
    setParameters(toStep, { state: { inviteSteps: depth + 1 }, preventScrollReset: true });
  }
  function close(): void {
    if (depth > 0) void navigate(-depth);
    else setParameters(withoutSteps, { replace: true, preventScrollReset: true });
  }
  // Above the list: the steps of the form must have left the history, which takes the browser a moment.
  const showSent = useEffectEvent((id: number) => {
    setSentId(null);
    open("invite", String(id), () => new URLSearchParams());
  });
  useEffect(() => {
    if (sentId !== null && newStep === null) showSent(sentId);
  }, [sentId, newStep]);

  return {
    newStep,
    openedId: Number.isSafeInteger(opened) && opened > 0 ? opened : null,
    openNew: (step) => open("new", step),
    openInvite: (id) => open("invite", String(id)),
    close,
    showSent: (id) => {
      setSentId(id);
      close();
    },
  };
}
