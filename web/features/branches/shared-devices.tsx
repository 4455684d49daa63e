// Shared devices of the branch: enrolment of this browser, last use, and revocation.
import { Button } from "@mantine/core";
import { IconCheck, IconDeviceTablet, IconPlus } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { WireRow } from "#domain/schema/registry.ts";
import { SharedDevices } from "#domain/devices/shared-devices.collection.ts";
import { itemsQuery } from "#web/api/items.ts";
import { refreshItems } from "#web/api/query-client.ts";
import { enrolDevice, revokeDevice, sharedDeviceQuery } from "#web/product/devices/shared-device.ts";
import { useBranch } from "#web/api/use-session.ts";
import { FormField } from "#web/product/forms/form-field.tsx";
import { StatusBadge } from "#web/product/status-badge.tsx";
import { RelativeTime } from "#web/ui/data/date-time.tsx";
import { Row, RowList } from "#web/ui/data/row-list.tsx";
import { showSuccess } from "#web/ui/feedback.ts";
import { AsyncButton } from "#web/ui/forms/async-button.tsx";
import { Form, SubmitButton } from "#web/ui/forms/form.tsx";
import { Group, Stack } from "#web/ui/layout.tsx";
import { Sheet } from "#web/ui/overlays/sheet.tsx";
import { Card } from "#web/ui/page.tsx";
import { ErrorState, SkeletonRows } from "#web/ui/states.tsx";
import { Text } from "#web/ui/text.tsx";
import { SectionLink } from "#web/features/branches/section-link.tsx";

const collection = "Shared_Devices";
const deviceFields = ["id", "name", "last_used_at", "last_user.first_name", "date_created"] as const;
type DeviceRow = WireRow<typeof collection, typeof deviceFields>;
const enrolmentFields = { name: SharedDevices.fields.name };

export function SharedDevicesSection() {
  const { branch } = useBranch();
  const {
    data: devices,
    error,
    refetch,
  } = useQuery(
    itemsQuery(collection, {
      fields: deviceFields,
      filter: { branch: { _eq: branch.id }, revoked_at: { _null: true } },
      sort: ["name", "id"],
    }),
  );
  const { data: current } = useQuery(sharedDeviceQuery);
  const [isEnrolling, setIsEnrolling] = useState(false);
  const [revoked, setRevoked] = useState<DeviceRow>();

  async function enrol(values: { [name: string]: string | boolean | null }): Promise<void> {
    await enrolDevice(String(values["name"]));
    await refreshItems(collection);
    setIsEnrolling(false);
    showSuccess("This device is now shared. Log out to use it");
  }
  async function revoke({ id }: DeviceRow): Promise<void> {
    await revokeDevice(id);
    await refreshItems(collection);
    setRevoked(undefined);
    showSuccess("Device revoked");
  }

  return (
    <Card
      title={
        <SectionLink menu="branch" edit="devices">
          Shared devices
        </SectionLink>
      }
    >
      <Text c="dimmed">
        On a shared phone or tablet, staff of this branch switch by their name and PIN. Without a shared device a PIN
        opens nothing.
      </Text>
      {error && !devices && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!devices && !error && <SkeletonRows count={2} />}
      {devices?.length === 0 && <Text c="dimmed">No shared devices yet.</Text>}
      <RowList isFramed={false}>
        {devices?.map((device) => (
          <Row
            key={device.id}
            leading={<IconDeviceTablet size={24} aria-hidden="true" />}
            trailing={
              <Button variant="default" aria-label={`Revoke ${device.name}`} onClick={() => setRevoked(device)}>
                Revoke
              </Button>
            }
          >
            <Group>
              <strong>{device.name}</strong>
              {device.id === current?.id && <StatusBadge label="This device" colour="green" icon={IconCheck} />}
            </Group>
            <Text c="dimmed" size="sm">
              {device.last_used_at ? (
                <>
                  Last used <RelativeTime at={device.last_used_at} />
                  {device.last_user && ` by ${device.last_user.first_name}`}
                </>
              ) : (
                "Not used yet"
              )}
            </Text>
          </Row>
        ))}
      </RowList>
      <Group>
        <Button
          variant="default"
          leftSection={<IconPlus size={18} aria-hidden="true" />}
          onClick={() => setIsEnrolling(true)}
        >
          Enrol this device
        </Button>
      </Group>
      <Sheet isOpen={isEnrolling} title="Enrol this device" onClose={() => setIsEnrolling(false)}>
        <Form fields={enrolmentFields} onSubmit={enrol}>
          <Stack>
            <p>
              Do this on the phone or tablet itself. Afterwards log out: staff then log in on it by name and PIN, until
              you revoke it.
            </p>
            <FormField name="name" placeholder="North gate tablet" autoFocus />
            <SubmitButton>Enrol device</SubmitButton>
          </Stack>
        </Form>
      </Sheet>
      <Sheet
        isOpen={revoked !== undefined}
        title={`Revoke ${revoked?.name ?? ""}?`}
        onClose={() => setRevoked(undefined)}
      >
        <Stack>
          <p>
            Whoever logged in on it with a PIN is logged out at once. It can be enrolled again on the device itself.
          </p>
          <AsyncButton size="xl" fullWidth color="red" onPress={async () => revoked && revoke(revoked)}>
            Revoke device
          </AsyncButton>
        </Stack>
      </Sheet>
    </Card>
  );
}
