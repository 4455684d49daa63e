// §4 where a branch with several gates hands the car over: the customer chooses until the car is there.
import { valetSequence } from "#domain/valet/states.ts";
import { choosePickupGate } from "#web/features/valet/customer/customer-api.ts";
import { CustomerButton } from "#web/features/valet/customer/customer-button.tsx";
import type { CustomerActionProps } from "#web/features/valet/customer/customer-charge.tsx";
import { Grid } from "#web/ui/layout.tsx";
import { Card } from "#web/ui/page.tsx";
import { Text } from "#web/ui/text.tsx";
import { t } from "#web/languages/t.ts";

export function PickupGateSelector({ ticket, token, onChange, onError }: CustomerActionProps) {
  const { pickup_gates: gates, pickup_gate: chosen } = ticket;
  const first = gates[0];
  if (first === undefined || ticket.status.sequence >= valetSequence.atTheGate) return null;
  return (
    <Card gap="sm" role="group" aria-label={t("Pickup gate")}>
      <Text fw="bold">{t("Where do you want your car?")}</Text>
      <Grid minColumnWidth={120} gap="xs">
        {gates.map((gate) => (
          <CustomerButton
            key={gate}
            isSelected={gate === chosen}
            onPress={async () => onChange(await choosePickupGate({ token, gate }))}
            onError={onError}
          >
            {gate}
          </CustomerButton>
        ))}
      </Grid>
      {chosen === null && (
        <Text c="dimmed">{t("If you choose nothing, your car comes to {gate}.", { gate: first })}</Text>
      )}
    </Card>
  );
}
