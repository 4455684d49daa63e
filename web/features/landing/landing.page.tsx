// §2 /: landing page with an example board and slip, and the benefits for drivers, gate staff and companies.
import { IconArrowRight, IconBuildingStore, IconKey, IconSteeringWheel } from "@tabler/icons-react";
import type { Icon } from "@tabler/icons-react";
import { ExampleBoard } from "#web/features/landing/example-board.tsx";
import { ExampleTicket } from "#web/features/landing/example-ticket.tsx";
import { ButtonLink } from "#web/ui/button-link.tsx";
import { KeyValue, KeyValueList } from "#web/ui/data/key-value-list.tsx";
import { Columns, Grid, Group, Stack } from "#web/ui/layout.tsx";
import { Card, usePageTitle } from "#web/ui/page.tsx";
import { Text, Title } from "#web/ui/text.tsx";
import styles from "#web/features/landing/landing.module.css";

export function LandingPage() {
  usePageTitle("Chaavi");
  return (
    <>
      <section className={styles["section"]}>
        <Columns template="1fr 540px" gap="3xl" align="center">
          <Stack gap="lg">
            <h1 className={styles["headline"]}>Parking and valet management that runs at the gate.</h1>
            <Text size="lg" c="dimmed">
              Check vehicles in, collect payments and return cars from any phone. Every entry appears on every screen
              within a second.
            </Text>
            <Group gap="sm">
              <ButtonLink
                to="/partner-with-us"
                size="xl"
                color="marigold"
                rightSection={<IconArrowRight aria-hidden="true" />}
              >
                Log in to your branch
              </ButtonLink>
              <ButtonLink to="/customer/commercial/login" size="xl" variant="default">
                Find my parking
              </ButtonLink>
            </Group>
          </Stack>
          <ExampleBoard />
        </Columns>
      </section>
      <section className={styles["band"]}>
        <Columns template="400px 1fr" gap="3xl" align="center" className={styles["section"]}>
          <ExampleTicket />
          <Stack gap="lg">
            <h2 className={styles["subheadline"]}>A slip for the driver. A complete record for you.</h2>
            <Text size="lg">
              Every slip shows slot, receipt number and entry time. The charge is counted in units, and anyone can open
              the calculation.
            </Text>
            <ChargeExample />
          </Stack>
        </Columns>
      </section>
      <Grid component="section" minColumnWidth={280} gap="3xl" className={styles["section"]} aria-label="Benefits">
        <BenefitCard
          icon={IconSteeringWheel}
          title="For drivers"
          points={[
            "Check in with a vehicle number and a phone number; no app needed",
            "Charges you can check",
            "Pay by cash or online, with a receipt",
          ]}
        />
        <BenefitCard
          icon={IconKey}
          title="For gate staff"
          points={[
            "The lowest free slot is assigned automatically, never twice",
            "Large buttons for one-handed use",
            "Passes and invites are recognised by vehicle number",
          ]}
        />
        <BenefitCard
          icon={IconBuildingStore}
          title="For companies"
          points={[
            "See who is inside at every branch, live",
            "Cash by person and shift, with a full change history",
            "The tariff at check-in applies until check-out",
          ]}
        />
      </Grid>
    </>
  );
}

function BenefitCard({ icon: BenefitIcon, title, points }: { icon: Icon; title: string; points: readonly string[] }) {
  return (
    <Stack gap="sm" className={styles["benefit"]}>
      <BenefitIcon size={32} stroke={1.6} aria-hidden="true" />
      <Title size="2xl">{title}</Title>
      <Stack component="ul" gap="xs">
        {points.map((point) => (
          <li key={point}>{point}</li>
        ))}
      </Stack>
    </Stack>
  );
}

function ChargeExample() {
  return (
    <Card>
      <KeyValueList layout="spread">
        <KeyValue label="1 h 42 min in units of 30 min">4 units</KeyValue>
        <KeyValue label="4 units at ₹20">₹80.00</KeyValue>
        <KeyValue label="Balance due" isTotal>
          ₹80.00
        </KeyValue>
      </KeyValueList>
    </Card>
  );
}
