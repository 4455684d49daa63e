// The largest discount that managers and staff of a branch may give; set by admins.
import { TextInput } from "@mantine/core";
import { adjustableRoles } from "#domain/access/capability-exceptions.ts";
import { roles } from "#domain/access/roles.ts";
import { getDiscountLimit } from "#domain/cash/discount-limits.ts";
import { formatWireAmount, parsePaise } from "#domain/money.ts";
import { updateItem } from "#web/api/items.ts";
import { queryClient } from "#web/api/query-client.ts";
import { useEditedValue } from "#web/product/forms/use-edited-value.tsx";
import { showSuccess } from "#web/ui/feedback.ts";
import { AsyncButton } from "#web/ui/forms/async-button.tsx";
import { Stack } from "#web/ui/layout.tsx";
import { Card } from "#web/ui/page.tsx";
import { Text } from "#web/ui/text.tsx";

function getTyped(stored: unknown): { [role: string]: string } {
  return Object.fromEntries(
    adjustableRoles.map((role) => {
      const limit = getDiscountLimit({ limits: stored, role });
      return [role, limit === undefined ? "" : formatWireAmount(limit)];
    }),
  );
}

const isAmount = (typed: string): boolean => typed.trim() === "" || (parsePaise(typed) ?? -1) >= 0;

export function DiscountLimitsSection({ branch, stored }: { branch: number; stored: unknown }) {
  const { value: typed, setValue: setTyped, reset, notice } = useEditedValue(getTyped(stored));
  const isValid = Object.values(typed).every(isAmount);

  async function save(): Promise<void> {
    if (!isValid) return;
    const entered = Object.entries(typed).filter(([, amount]) => amount.trim() !== "");
    const limits = Object.fromEntries(entered.map(([role, amount]) => [role, parsePaise(amount)]));
    await updateItem("Branch", branch, { discount_limits: entered.length > 0 ? limits : null });
    showSuccess("DATA_UPDATED");
    await queryClient.invalidateQueries();
    reset();
  }

  return (
    <Card title="Discount limits">
      <Text c="dimmed">
        The largest discount on one entry, in rupees. Empty: no limit, up to the whole charge. Daily cash lists every
        discount.
      </Text>
      <Stack>
        {adjustableRoles.map((role) => (
          <TextInput
            key={role}
            label={roles[role].name}
            inputMode="decimal"
            value={typed[role] ?? ""}
            error={isAmount(typed[role] ?? "") ? undefined : "*Enter an amount in rupees"}
            onChange={(event) => setTyped({ ...typed, [role]: event.currentTarget.value })}
          />
        ))}
        {notice}
        <AsyncButton color="ink" size="lg" onPress={save}>
          Save limits
        </AsyncButton>
      </Stack>
    </Card>
  );
}
