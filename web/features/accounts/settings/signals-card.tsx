// §2 Account: vibration and sound of this device.
import { signalNames, signalStore, setSignal, type SignalName } from "#web/product/signals/signals.ts";
import { Row, RowList } from "#web/ui/data/row-list.tsx";
import { AsyncButton } from "#web/ui/forms/async-button.tsx";
import { Card } from "#web/ui/page.tsx";
import { Text } from "#web/ui/text.tsx";
import { useStore } from "#web/store.ts";
import { t } from "#web/languages/t.ts";

const getTitle = (name: SignalName): string => (name === "vibration" ? t("Vibration") : t("Sound"));

export function SignalsCard() {
  const settings = useStore(signalStore);
  return (
    <Card title={t("Vibration and sound")}>
      <Text c="dimmed">{t("When a scan, a check-in or a handover succeeds or is refused, on this device.")}</Text>
      <RowList isFramed={false} label={t("Vibration and sound")}>
        {signalNames.map((name) => {
          const label = settings[name] ? t("Turn off") : t("Turn on");
          return (
            <Row
              key={name}
              trailing={
                <AsyncButton
                  variant="default"
                  aria-label={`${label}: ${getTitle(name)}`}
                  isReading
                  onPress={() => Promise.resolve(setSignal(name, !settings[name]))}
                >
                  {label}
                </AsyncButton>
              }
            >
              <strong>{getTitle(name)}</strong>
              <Text c="dimmed" size="sm">
                {settings[name] ? t("On") : t("Off")}
              </Text>
            </Row>
          );
        })}
      </RowList>
    </Card>
  );
}
