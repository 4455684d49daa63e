// §2 Account: notifications on this device, turned on by kind; without plates and names unless the person allows them.
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { type PushKind, pushKinds } from "#domain/messages/notifications.ts";
import {
  type BrowserState,
  type DeviceNotifications,
  getBrowserState,
  notificationsQuery,
  removeSubscription,
  saveSubscription,
} from "#web/product/notifications/subscription.ts";
import { describeDevice } from "#web/features/accounts/settings/device-labels.ts";
import { DateTime } from "#web/ui/data/date-time.tsx";
import { Row, RowList } from "#web/ui/data/row-list.tsx";
import { showSuccess } from "#web/ui/feedback.ts";
import { AsyncButton } from "#web/ui/forms/async-button.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { Card } from "#web/ui/page.tsx";
import { ErrorState, SkeletonRows } from "#web/ui/states.tsx";
import { Text } from "#web/ui/text.tsx";
import { t } from "#web/languages/t.ts";
import { tNodes } from "#web/languages/nodes.ts";

export function NotificationsCard() {
  const { data, error, refetch } = useQuery(notificationsQuery);
  // The person may refuse while the card is shown.
  const [browserState, setBrowserState] = useState(getBrowserState);
  const [hasNoService, setHasNoService] = useState(false);
  // Nothing to turn on: a role without kinds, or a server without notifications.
  if (data && (data.key === null || data.kinds.length === 0)) return null;
  return (
    <Card title={t("Notifications on this device")}>
      {error && !data ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <SkeletonRows count={3} />
      ) : (
        <>
          <BrowserNotice state={browserState} />
          {browserState === "ready" && (
            <KindList
              notifications={data}
              onOutcome={(outcome) => {
                setBrowserState(getBrowserState());
                setHasNoService(outcome === "no-service");
              }}
            />
          )}
          {hasNoService && (
            <Notice role="alert">
              {t(
                "This browser could not reach its notification service, so nothing was turned on. Check your connection and try again, or use another browser, such as Chrome.",
              )}
            </Notice>
          )}
          <OtherDevices notifications={data} />
        </>
      )}
    </Card>
  );
}

function BrowserNotice({ state }: { state: BrowserState }) {
  switch (state) {
    case "unsupported":
      return (
        <Notice>
          {t(
            "This browser shows no notifications. On an iPhone, first add Chaavi to the home screen and open it from there.",
          )}
        </Notice>
      );
    case "denied":
      return (
        <Notice>
          {t(
            "Notifications of Chaavi are blocked in this browser. Allow them in the settings of the browser, then reload the page.",
          )}
        </Notice>
      );
    default:
      return <Text c="dimmed">{t("Shown also while Chaavi is closed, until you log out on this device.")}</Text>;
  }
}

interface KindListProps {
  notifications: DeviceNotifications;
  onOutcome: (outcome: Awaited<ReturnType<typeof saveSubscription>>) => void;
}

function KindList({ notifications: { key, kinds, own }, onOutcome }: KindListProps) {
  const chosen = own?.kinds ?? [];
  const showsDetails = own?.shows_details ?? false;

  async function save(changed: { kinds?: PushKind[]; showsDetails?: boolean }): Promise<void> {
    if (key === null) return;
    const next = { kinds: chosen, showsDetails, ...changed };
    if (own && next.kinds.length === 0) await removeSubscription(own, true);
    else {
      const outcome = await saveSubscription({ key, ...next });
      onOutcome(outcome);
      if (outcome !== "saved") return;
    }
    showSuccess(t("Notifications saved"));
  }
  return (
    <RowList isFramed={false} label={t("Notifications on this device")}>
      {kinds.map((kind) => {
        const isOn = chosen.includes(kind);
        const others = chosen.filter((other) => other !== kind);
        return (
          <SwitchRow
            key={kind}
            {...pushKinds[kind]}
            isOn={isOn}
            onPress={() => save({ kinds: isOn ? others : [...others, kind] })}
          />
        );
      })}
      {chosen.length > 0 && (
        <SwitchRow
          title={t("Plates and names")}
          text={t("Shown in the notification, also on the locked screen.")}
          isOn={showsDetails}
          onPress={() => save({ showsDetails: !showsDetails })}
        />
      )}
    </RowList>
  );
}

interface SwitchRowProps {
  title: string;
  text: string;
  isOn: boolean;
  onPress: () => Promise<void>;
}

function SwitchRow({ title, text, isOn, onPress }: SwitchRowProps) {
  const label = isOn ? t("Turn off") : t("Turn on");
  return (
    <Row
      trailing={
        <AsyncButton variant="default" aria-label={`${label}: ${t(title)}`} onPress={onPress}>
          {label}
        </AsyncButton>
      }
    >
      <strong>{t(title)}</strong>
      <Text c="dimmed" size="sm">
        {t(text)}
      </Text>
    </Row>
  );
}

function OtherDevices({ notifications: { devices, own } }: { notifications: DeviceNotifications }) {
  const others = devices.filter((device) => device !== own);
  if (others.length === 0) return null;
  return (
    <>
      <Text c="dimmed">{t("Also turned on here:")}</Text>
      <RowList isFramed={false} label={t("Other devices with notifications")}>
        {others.map((device) => {
          const name = describeDevice(device.device);
          return (
            <Row
              key={device.id}
              trailing={
                <AsyncButton
                  variant="default"
                  aria-label={t("Turn off: {title}", { title: name })}
                  onPress={async () => {
                    await removeSubscription(device, false);
                    showSuccess(t("Notifications saved"));
                  }}
                >
                  {t("Turn off")}
                </AsyncButton>
              }
            >
              <strong>{name}</strong>
              <Text c="dimmed" size="sm">
                {tNodes("Since {time}", { time: <DateTime at={device.created_at} /> })}
              </Text>
            </Row>
          );
        })}
      </RowList>
    </>
  );
}
