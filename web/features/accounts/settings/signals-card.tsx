// §2 Account: vibration and sound of this device.
import { signalNames, signalStore, setSignal, type SignalName } from "#web/product/signals/signals.ts";
import { Row, RowList } from "#web/ui/data/row-list.tsx";
import { AsyncButton } from "#web/ui/forms/async-button.tsx";
import { Card } from "#web/ui/page.tsx";
import { Text } from "#web/ui/text.tsx";
import { useStore } from "#web/store.ts";

const titles: { [name in SignalName]: string } = { vibration: "Vibration", sound: "Sound" };

export function SignalsCard() {
  const settings = useStore(signalStore);
  return (
    <Card title="Vibration and sound">
      <Text c="dimmed">When a scan, a check-in or a handover succeeds or is refused, on this device.</Text>
      <RowList isFramed={false} label="Vibration and sound">
        {signalNames.map((name) => {
          const label = settings[name] ? "Turn off" : "Turn on";
          return (
            <Row
              key={name}
              trailing={
                <AsyncButton
                  variant="default"
                  aria-label={`${label}: ${titles[name]}`}
                  isReading
                  onPress={() => Promise.resolve(setSignal(name, !settings[name]))}
                >
                  {label}
                </AsyncButton>
              }
            >
              <strong>{titles[name]}</strong>
              <Text c="dimmed" size="sm">
                {settings[name] ? "On" : "Off"}
              </Text>
            </Row>
          );
        })}
      </RowList>
    </Card>
  );
}
