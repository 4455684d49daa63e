// The services of a branch, switched on and off; not while vehicles of theirs are inside.
import { IconCheck } from "@tabler/icons-react";
import { type Service, serviceLabels, services } from "#domain/services.ts";
import { request } from "#web/items/client.ts";
import { queryClient } from "#web/items/query-client.ts";
import { useBranch } from "#web/items/use-session.ts";
import { showSuccess } from "#web/ui/messages.ts";
import { Card } from "#web/ui/page.tsx";
import { StatusBadge } from "#web/ui/status-badge.tsx";
import { WaitingButton } from "#web/ui/waiting-button.tsx";
import { PartHeading } from "#web/features/configuration/part-heading.tsx";
import styles from "#web/features/configuration/configuration.module.css";

const about: { readonly [service in Service]: string } = {
  is_parking: "Vehicles come in and go out at a gate",
  is_valet_and_parking: "Drivers take the key and bring the car",
  is_pre_booking: "Coming soon: customers keep a place ahead",
};

export function Services() {
  const { branch } = useBranch();

  async function set(service: Service, isOn: boolean): Promise<void> {
    await request("/actions/configuration/services", { method: "POST", body: { [service]: isOn } });
    showSuccess("DATA_UPDATED");
    await queryClient.invalidateQueries();
  }

  return (
    <Card>
      <PartHeading menu="branch" edit="services">
        Services
      </PartHeading>
      <ul className={styles["rows"]}>
        {services.map((service) => (
          <li key={service} className={styles["row"]}>
            <span className={styles["service"]}>
              <span className={styles["serviceName"]}>
                {serviceLabels[service]}{" "}
                {branch[service] ? (
                  <StatusBadge label="On" colour="green" icon={IconCheck} />
                ) : (
                  <StatusBadge label="Off" colour="grey" />
                )}
              </span>
              <span className={styles["soft"]}>{about[service]}</span>
            </span>
            <WaitingButton
              variant="default"
              size="md"
              aria-label={`Switch ${serviceLabels[service]} ${branch[service] ? "off" : "on"}`}
              onPress={() => set(service, !branch[service])}
            >
              Switch {branch[service] ? "off" : "on"}
            </WaitingButton>
          </li>
        ))}
      </ul>
      <p className={styles["soft"]}>A service is switched off when its vehicles are out. One of them stays on.</p>
    </Card>
  );
}
