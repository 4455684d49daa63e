// The services of a branch, switched on and off; not while vehicles of theirs are inside.
import { request } from "#web/items/client.ts";
import { queryClient } from "#web/items/query-client.ts";
import { useBranch } from "#web/items/use-session.ts";
import { showSuccess } from "#web/ui/messages.ts";
import { Card } from "#web/ui/page.tsx";
import { StatusBadge } from "#web/ui/status-badge.tsx";
import { WaitingButton } from "#web/ui/waiting-button.tsx";
import { PartHeading } from "#web/features/configuration/part-heading.tsx";
import styles from "#web/features/configuration/configuration.module.css";

const services = [
  { field: "is_parking", label: "Parking", about: "Vehicles come in and go out at a gate" },
  { field: "is_valet_and_parking", label: "Valet and parking", about: "Drivers take the key and bring the car" },
  { field: "is_pre_booking", label: "Pre-booking", about: "Coming soon: customers keep a place ahead" },
] as const;

export function Services() {
  const { branch } = useBranch();

  async function set(field: string, isOn: boolean): Promise<void> {
    await request("/actions/configuration/services", { method: "POST", body: { [field]: isOn } });
    showSuccess("DATA_UPDATED");
    await queryClient.invalidateQueries();
  }

  return (
    <Card>
      <PartHeading menu="branch" edit="services">
        Services
      </PartHeading>
      <ul className={styles["rows"]}>
        {services.map(({ field, label, about }) => (
          <li key={field} className={styles["row"]}>
            <span className={styles["service"]}>
              <span className={styles["serviceName"]}>
                {label} <StatusBadge label={branch[field] ? "On" : "Off"} colour={branch[field] ? "green" : "grey"} />
              </span>
              <span className={styles["soft"]}>{about}</span>
            </span>
            <WaitingButton
              variant="default"
              size="md"
              aria-label={`Switch ${label} ${branch[field] ? "off" : "on"}`}
              onPress={() => set(field, !branch[field])}
            >
              Switch {branch[field] ? "off" : "on"}
            </WaitingButton>
          </li>
        ))}
      </ul>
      <p className={styles["soft"]}>A service is switched off when its vehicles are out. One of them stays on.</p>
    </Card>
  );
}
