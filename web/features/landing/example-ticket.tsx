// Example of a printed entry slip.
import { KeyValue, KeyValueList } from "#web/ui/data/key-value-list.tsx";
import { Group, Stack } from "#web/ui/layout.tsx";
import { Text } from "#web/ui/text.tsx";
import { Plate } from "#web/product/vehicles/plate.tsx";
import { QrCode } from "#web/ui/data/qr.tsx";
import styles from "#web/features/landing/landing.module.css";

export function ExampleTicket() {
  return (
    <Stack align="center" className={styles["ticket"]} role="figure" aria-label="Example slip">
      <Text fw="bold">Marina Mall, T. Nagar</Text>
      <Text size="sm">Example slip</Text>
      <Group justify="center">
        <Plate number="TN09BX4127" size="large" />
      </Group>
      <Group gap="xl">
        <div>
          <Text>Slot</Text>
          <Text size="3xl" fw="bold" isFigures>
            A-07
          </Text>
        </div>
        <QrCode text="https://chaavi.example/20261121-38" label="Example QR code" size="112px" />
      </Group>
      <KeyValueList labelWidth={72} gap="2xs">
        <KeyValue label="Receipt">20261121-38</KeyValue>
        <KeyValue label="In">2026/11/21 10:40 AM</KeyValue>
        <KeyValue label="Rate">₹20 per 30 min</KeyValue>
      </KeyValueList>
    </Stack>
  );
}
