// §2 /: shows the thing itself (a board, a ticket, a plate) and what it does for a driver, a gate and a company.
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
        <div className={styles["words"]}>
          <h1 className={styles["headline"]}>The plate, the slot, the money. One glance.</h1>
          <p className={styles["lead"]}>
            Chaavi runs parking and valet where it happens: at the gate, on a phone, with a car waiting. Every entry is
            on everybody's board within a second.
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
          <div className={styles["words"]}>
            <h2 className={styles["second"]}>The driver takes a slip. You keep the whole story.</h2>
            <p className={styles["lead"]}>
              Slot, receipt number and the time in. While the car is inside the charge counts up by the unit, and its
              arithmetic is one tap away: no argument at the gate.
            </p>
            <Arithmetic />
          </div>
        </div>
      </section>
      <section className={styles["for"]} aria-label="Who it is for">
        <Reason
          icon={IconSteeringWheel}
          title="For a driver"
          points={[
            "In with a plate and a phone number, no app to install",
            "A charge that can be read and checked",
            "Cash or online, and a receipt either way",
          ]}
        />
        <Reason
          icon={IconKey}
          title="For the gate"
          points={[
            "The lowest free slot is found for you, never one twice",
            "Big keys, few words, made for one hand",
            "A pass or an invite is recognised by its plate",
          ]}
        />
        <Reason
          icon={IconBuildingStore}
          title="For a company"
          points={[
            "Who is inside, at every branch, as it happens",
            "Cash by person and shift, each change with a name and a time",
            "A charge agreed at the way in stays the same at the way out",
          ]}
        />
      </section>
    </>
  );
}

function Reason({ icon: Shown, title, points }: { icon: Icon; title: string; points: readonly string[] }) {
  return (
    <div className={styles["reason"]}>
      <Shown size={32} stroke={1.6} aria-hidden="true" />
      <h2 className={styles["reasonTitle"]}>{title}</h2>
      <ul className={styles["points"]}>
        {points.map((point) => (
          <li key={point}>{point}</li>
        ))}
      </ul>
    </div>
  );
}

function Arithmetic() {
  return (
    <dl className={`figures ${styles["arithmetic"]}`}>
      <div>
        <dt>1 h 42 min, in units of 30 min</dt>
        <dd>4 units</dd>
      </div>
      <div>
        <dt>4 units at ₹20.00</dt>
        <dd>₹80.00</dd>
      </div>
      <div className={styles["sum"]}>
        <dt>To pay</dt>
        <dd>₹80.00</dd>
      </div>
    </dl>
  );
}
