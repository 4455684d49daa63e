// §2 /: what Chaavi does for drivers, gate staff and companies.
import { IconBuildingStore, IconKey, IconSteeringWheel } from "@tabler/icons-react";
import type { Icon } from "@tabler/icons-react";
import type { LandingPage, SiteOperator } from "#domain/site/site-document.ts";
import { Plate } from "#web/product/vehicles/plate.tsx";
import type { PlateKind } from "#web/product/vehicles/plate.tsx";
import { StatusBadge } from "#web/product/status-badge.tsx";
import { Amount } from "#web/ui/data/amount.tsx";
import { KeyValue, KeyValueList } from "#web/ui/data/key-value-list.tsx";
import { QrCode } from "#web/ui/data/qr.tsx";
import { Row, RowList } from "#web/ui/data/row-list.tsx";
import { Columns, Grid, Group, Stack } from "#web/ui/layout.tsx";
import { Card } from "#web/ui/page.tsx";
import { Text, Title } from "#web/ui/text.tsx";
import { deferLayout } from "#web/site/deferred-layout.ts";
import { PlaceLinks } from "#web/site/place-links.tsx";
import { SearchForm } from "#web/site/search-form.tsx";
import styles from "#web/site/site.module.css";

interface ExampleCar {
  plate: string;
  kind: PlateKind;
  slot: string;
  paise: number;
  isOut?: boolean;
}

/** At ₹20 per 30 min, the rate of the example slip. */
const exampleCars: readonly ExampleCar[] = [
  { plate: "TN09BX4127", kind: "private", slot: "A-07", paise: 2_000 },
  { plate: "KA01AG9302", kind: "commercial", slot: "A-12", paise: 2_000 },
  { plate: "TS08EV0550", kind: "electric", slot: "E-02", paise: 4_000 },
  { plate: "TN22DK6618", kind: "private", slot: "B-31", paise: 6_000 },
  { plate: "22BH7345AA", kind: "private", slot: "A-03", paise: 8_000, isOut: true },
];

const benefits: readonly { icon: Icon; title: string; points: readonly string[] }[] = [
  {
    icon: IconSteeringWheel,
    title: "For drivers",
    points: [
      "See free slots and the price of your stay before you drive",
      "Check in with a vehicle number and a phone number; no app needed",
      "Pay by cash or online, with a receipt",
    ],
  },
  {
    icon: IconKey,
    title: "For gate staff",
    points: [
      "The lowest free slot is assigned automatically, never twice",
      "Large buttons for one-handed use",
      "Passes and invites are recognised by vehicle number",
    ],
  },
  {
    icon: IconBuildingStore,
    title: "For companies",
    points: [
      "See who is inside at every branch, live",
      "Cash by person and shift, with a full change history",
      "The tariff at check-in applies until check-out",
    ],
  },
];

export function LandingView({
  page: { cities, fee },
  operator: { phone },
}: {
  page: LandingPage;
  operator: SiteOperator;
}) {
  return (
    <>
      <Columns template="1fr 540px" gap="3xl" align="center" className={styles["section"]}>
        <Stack gap="lg">
          <h1 className={styles["headline"]}>Find parking. Know the price before you arrive.</h1>
          <Text size="lg" c="dimmed">
            Free slots now, the whole price of your stay, opening hours and valet, at places run with Chaavi.
          </Text>
          <SearchForm />
          {cities.length > 0 && <PlaceLinks label="Cities" places={cities} />}
        </Stack>
        <ExampleBoard />
      </Columns>
      <section className={styles["band"]} style={deferLayout(1_100)}>
        <Columns template="400px 1fr" gap="3xl" align="center" className={styles["section"]}>
          <ExampleSlip />
          <Stack gap="lg">
            <h2 className={styles["subheadline"]}>Parking and valet management that runs at the gate.</h2>
            <Text size="lg">
              Check vehicles in, collect payments and return cars from any phone. Every entry appears on every screen
              within a second, and anyone can open the calculation of a charge.
            </Text>
            <ChargeExample />
            <Text c="dimmed">
              {fee ??
                "New branches pay no fee. A later fee is announced to you by email, with the day from which it is charged."}{" "}
              Cash and payments to your own UPI ID cost nothing more.
              {phone && ` Questions? Call ${phone}.`}
            </Text>
            <Group gap="sm">
              <a className={styles["button"]} href="/partner-with-us?new">
                Register your company
              </a>
              <a className={styles["button"]} href="/partner-with-us">
                Log in to your branch
              </a>
            </Group>
          </Stack>
        </Columns>
      </section>
      <Grid
        component="section"
        minColumnWidth={280}
        gap="3xl"
        className={styles["section"]}
        style={deferLayout(900)}
        aria-label="Benefits"
      >
        {benefits.map(({ icon: BenefitIcon, title, points }) => (
          <Stack key={title} gap="sm" className={styles["benefit"]}>
            <BenefitIcon size={32} stroke={1.6} aria-hidden="true" />
            <Title size="2xl">{title}</Title>
            <Stack component="ul" gap="xs">
              {points.map((point) => (
                <li key={point}>{point}</li>
              ))}
            </Stack>
          </Stack>
        ))}
      </Grid>
    </>
  );
}

/** Sample vehicles, labelled as an example. */
function ExampleBoard() {
  return (
    <Card
      title="Example board"
      style={deferLayout(494)}
      actions={
        <Text size="lg" fw="bold" isFigures>
          37 of 60 slots
        </Text>
      }
    >
      <RowList isFramed={false}>
        {exampleCars.map(({ plate, kind, slot, paise, isOut = false }) => (
          <Row key={plate} trailing={<StatusBadge label={isOut ? "Out" : "In"} colour={isOut ? "red" : "green"} />}>
            <Group justify="space-between">
              <Plate number={plate} kind={kind} />
              <Group gap="md">
                <Text size="lg" fw="bold" isFigures>
                  {slot}
                </Text>
                <Amount paise={paise} />
              </Group>
            </Group>
          </Row>
        ))}
      </RowList>
    </Card>
  );
}

function ExampleSlip() {
  return (
    <Stack align="center" className={styles["slip"]} role="figure" aria-label="Example slip">
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
