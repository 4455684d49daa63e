// What managers and staff of a branch may do beyond or below the capabilities of their role; set by admins.
import { Checkbox } from "@mantine/core";
import { adjustableRoles, getAdjustableCapabilities, getRoleExceptions } from "#domain/access/capability-exceptions.ts";
import { toBranchExceptions } from "#domain/access/stored-exceptions.ts";
import { can } from "#domain/access/capabilities.ts";
import { capabilityLabels, type Capability } from "#domain/access/capability-labels.ts";
import { roles, type Role } from "#domain/access/roles.ts";
import { updateItem } from "#web/api/items.ts";
import { queryClient } from "#web/api/query-client.ts";
import { useEditedValue } from "#web/product/forms/use-edited-value.tsx";
import { showSuccess } from "#web/ui/feedback.ts";
import { AsyncButton } from "#web/ui/forms/async-button.tsx";
import { Card } from "#web/ui/page.tsx";
import { Stack } from "#web/ui/layout.tsx";
import { Text } from "#web/ui/text.tsx";
import { SectionLink } from "#web/features/branches/section-link.tsx";

type GrantedCapabilities = { readonly [role in Role]?: readonly Capability[] };

function getGranted(stored: unknown): GrantedCapabilities {
  return Object.fromEntries(
    adjustableRoles.map((role) => {
      const exceptions = getRoleExceptions({ stored, role });
      return [role, getAdjustableCapabilities(role).filter((capability) => can({ role, exceptions }, capability))];
    }),
  );
}

/** What the role may do at other branches, if this one differs. */
function describeException({
  role,
  capability,
  granted,
}: {
  role: Role;
  capability: Capability;
  granted: GrantedCapabilities;
}): string | undefined {
  const isStandard = can({ role }, capability);
  if (granted[role]?.includes(capability) === isStandard) return undefined;
  return isStandard ? "Differs from the standard: allowed" : "Differs from the standard: not allowed";
}

export function RolePermissionsSection({ branch, stored }: { branch: number; stored: unknown }) {
  const { value: granted, setValue: setGranted, reset, notice } = useEditedValue(getGranted(stored));

  function setCapability({ role, capability, isOn }: { role: Role; capability: Capability; isOn: boolean }): void {
    const others = (granted[role] ?? []).filter((name) => name !== capability);
    setGranted({ ...granted, [role]: isOn ? [...others, capability] : others });
  }

  return (
    <Card
      title={
        <SectionLink menu="branch" edit="permissions">
          Role permissions
        </SectionLink>
      }
    >
      <Text c="dimmed">Changes apply to this branch only and take effect immediately.</Text>
      <Stack gap="lg">
        {adjustableRoles.map((role) => (
          <Checkbox.Group key={role} label={roles[role].name} value={[...(granted[role] ?? [])]}>
            {getAdjustableCapabilities(role).map((capability) => (
              <Checkbox
                key={capability}
                size="md"
                mt="xs"
                value={capability}
                label={capabilityLabels[capability]}
                description={describeException({ role, capability, granted })}
                onChange={(event) => setCapability({ role, capability, isOn: event.currentTarget.checked })}
              />
            ))}
          </Checkbox.Group>
        ))}
        {notice}
        <AsyncButton
          color="ink"
          size="lg"
          onPress={async () => {
            await updateItem("Branch", branch, { capability_exceptions: toBranchExceptions(granted) });
            showSuccess("DATA_UPDATED");
            await queryClient.invalidateQueries();
            reset();
          }}
        >
          Save permissions
        </AsyncButton>
      </Stack>
    </Card>
  );
}
