// §2 /: landing page with an example board and slip, and the benefits for drivers, gate staff and companies.
import { IconArrowRight, IconBuildingStore, IconKey, IconSteeringWheel } from "@tabler/icons-react";
import type { Icon } from "@tabler/icons-react";
import { ExampleBoard } from "#web/features/landing/example-board.tsx";
import { ExampleTicket } from "#web/features/landing/example-ticket.tsx";
import { ButtonLink } from "#web/ui/button-link.tsx";
import { usePageTitle } from "#web/ui/page.tsx";
import styles from "#web/features/landing/landing.module.css";

export function LandingPage() {
  usePageTitle("Chaavi");
  return (
    <>
      <section className={styles["hero"]}>
        <div className={styles["text"]}>
          <h1 className={styles["headline"]}>Parking and valet management that runs at the gate.</h1>
          <p className={styles["lead"]}>
            Check vehicles in, collect payments and return cars from any phone. Every entry appears on every screen
            within a second.
          </p>
          <div className={styles["actions"]}>
            <ButtonLink
              to="/partner-with-us"
              size="xl"
              color="marigold"
              rightSection={<IconArrowRight aria-hidden="true" />}
            >
              Log in to your branch
            </ButtonLink>
          </div>
        </div>
        <ExampleBoard />
      </section>
      <section className={styles["ticketBand"]}>
        <div className={styles["ticketInner"]}>
          <ExampleTicket />
          <div className={styles["text"]}>
            <h2 className={styles["subheadline"]}>A slip for the driver. A complete record for you.</h2>
            <p className={styles["lead"]}>
              Every slip shows slot, receipt number and entry time. The charge is counted in units, and anyone can open
              the calculation.
            </p>
            <ChargeExample />
          </div>
        </div>
      </section>
      <section className={styles["benefits"]} aria-label="Benefits">
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
      </section>
    </>
  );
}

function BenefitCard({ icon: BenefitIcon, title, points }: { icon: Icon; title: string; points: readonly string[] }) {
  return (
    <div className={styles["benefit"]}>
      <BenefitIcon size={32} stroke={1.6} aria-hidden="true" />
      <h2 className={styles["benefitTitle"]}>{title}</h2>
      <ul className={styles["points"]}>
        {points.map((point) => (
          <li key={point}>{point}</li>
        ))}
      </ul>
    </div>
  );
}

function ChargeExample() {
  return (
    <dl className={`figures ${styles["charge"]}`}>
      <div>
        <dt>1 h 42 min in units of 30 min</dt>
        <dd>4 units</dd>
      </div>
      <div>
        <dt>4 units at ₹20</dt>
        <dd>₹80.00</dd>
      </div>
      <div className={styles["sum"]}>
        <dt>Balance due</dt>
        <dd>₹80.00</dd>
      </div>
    </dl>
  );
}
