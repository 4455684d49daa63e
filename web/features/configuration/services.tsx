// The services of a branch, switched on and off; not while vehicles of theirs are inside.
import { Switch } from "@mantine/core";
import { useRef, useState } from "react";
import { request } from "#web/items/client.ts";
import { queryClient } from "#web/items/query-client.ts";
import { useBranch } from "#web/items/use-session.ts";
import { showError, showSuccess } from "#web/ui/messages.ts";
import { Card } from "#web/ui/page.tsx";
import { PartHeading } from "#web/features/configuration/part-heading.tsx";
import styles from "#web/features/configuration/configuration.module.css";

export const services = [
  { field: "is_parking", label: "Parking", about: "Vehicles come in and go out at a gate" },
  { field: "is_valet_and_parking", label: "Valet and parking", about: "Drivers take the key and bring the car" },
  { field: "is_pre_booking", label: "Pre-booking", about: "Coming soon: customers keep a place ahead" },
] as const;

export function Services() {
  const { branch } = useBranch();
  const [waits, setWaits] = useState<string>();
  const isUnderWay = useRef(false);

  async function set(field: string, isOn: boolean): Promise<void> {
    if (isUnderWay.current) return;
    isUnderWay.current = true;
    setWaits(field);
    try {
      await request("/actions/configuration/services", { method: "POST", body: { [field]: isOn } });
      await queryClient.invalidateQueries();
      showSuccess("DATA_UPDATED");
    } catch (thrown) {
      showError(thrown);
    } finally {
      isUnderWay.current = false;
      setWaits(undefined);
    }
  }

  return (
    <Card>
      <PartHeading menu="branch" edit="services">
        Services
      </PartHeading>
      <div className={styles["rows"]}>
        {services.map(({ field, label, about }) => (
          <Switch
            key={field}
            className={styles["switch"]!}
            size="lg"
            label={label}
            description={about}
            checked={branch[field]}
            disabled={waits === field}
            onChange={(event) => void set(field, event.currentTarget.checked)}
          />
        ))}
      </div>
      <p className={styles["soft"]}>A service is switched off when its vehicles are out. One of them stays on.</p>
    </Card>
  );
}
