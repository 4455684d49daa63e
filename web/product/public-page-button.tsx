// Opens the public page of a branch; before it is published, its preview.
import { IconWorld } from "@tabler/icons-react";
import { call } from "#web/api/call.ts";
import { AsyncButton } from "#web/ui/forms/async-button.tsx";

export function PublicPageButton({ branch }: { branch: { id: number } }) {
  return (
    <AsyncButton
      variant="default"
      leftSection={<IconWorld size={20} aria-hidden="true" />}
      onPress={async () => {
        const { path } = await call({ route: "POST /actions/branches/:id/page", id: branch.id });
        location.assign(path);
      }}
    >
      See the public page
    </AsyncButton>
  );
}
