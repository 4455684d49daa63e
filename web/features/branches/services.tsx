// Turns the services of a branch on and off; a service with vehicles inside cannot be turned off.
import { IconCheck } from "@tabler/icons-react";
import { type ServiceName, serviceLabels, serviceNames } from "#domain/branches/services.ts";
import { call } from "#web/api/call.ts";
import { queryClient } from "#web/api/query-client.ts";
import { useBranch } from "#web/api/use-session.ts";
import { showSuccess } from "#web/ui/feedback.ts";
import { Card } from "#web/ui/page.tsx";
import { StatusBadge } from "#web/product/status-badge.tsx";
import { AsyncButton } from "#web/ui/forms/async-button.tsx";
import { SectionLink } from "#web/features/branches/section-link.tsx";
import { Text } from "#web/ui/text.tsx";
import { Group } from "#web/ui/layout.tsx";
import { Row, RowList } from "#web/ui/data/row-list.tsx";

const serviceDescriptions: { readonly [service in ServiceName]: string } = {
  is_parking: "Check vehicles in and out at the gate",
  is_valet_and_parking: "Staff park customers' cars and bring them back",
  is_pre_booking: "Staff book slots in advance, by phone or at the desk",
};

export function ServicesSection() {
  const { branch } = useBranch();

  async function setService(service: ServiceName, isOn: boolean): Promise<void> {
    await call({ route: "POST /actions/configuration/services", body: { [service]: isOn } });
    showSuccess("DATA_UPDATED");
    await queryClient.invalidateQueries();
  }

  return (
    <Card
      title={
        <SectionLink menu="branch" edit="services">
          Services
        </SectionLink>
      }
    >
      <RowList isFramed={false}>
        {serviceNames.map((service) => (
          <Row
            key={service}
            trailing={
              <AsyncButton
                variant="default"
                aria-label={`Turn ${serviceLabels[service]} ${branch[service] ? "off" : "on"}`}
                onPress={() => setService(service, !branch[service])}
              >
                Turn {branch[service] ? "off" : "on"}
              </AsyncButton>
            }
          >
            <Group>
              <strong>{serviceLabels[service]}</strong>
              {branch[service] ? (
                <StatusBadge label="On" colour="green" icon={IconCheck} />
              ) : (
                <StatusBadge label="Off" colour="grey" />
              )}
            </Group>
            <Text c="dimmed">{serviceDescriptions[service]}</Text>
          </Row>
        ))}
      </RowList>
      <Text c="dimmed">
        You can turn a service off when none of its vehicles are inside. At least one service stays on.
      </Text>
    </Card>
  );
}
