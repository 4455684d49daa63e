// §2 /how-to-use: the shortest way through, for each of those who use the product.
import { Link } from "react-router";
import { usePageTitle } from "#web/ui/page.tsx";
import styles from "#web/features/legal/legal.module.css";

const ways: readonly { who: string; steps: readonly string[] }[] = [
  {
    who: "You bring a vehicle",
    steps: [
      "Tell the gate your plate and phone number, or show the QR of your invite or pass. You get a slip, or a link by SMS.",
      "Open the link to see since when you are there and what it costs by now.",
      "Pay in cash at the gate, or online from the link. Then drive out; the slip's QR is read at the exit.",
      "The receipt stays at the same link. Where the place charges GST you can have a tax invoice from it.",
    ],
  },
  {
    who: "You hand your car to a valet",
    steps: [
      "Give the key and your phone number. The SMS has your token, your OTP and a link: keep it.",
      "When you want the car, open the link and ask for it, at once or at a time. You see when a driver has accepted, and when it is at the gate.",
      "Say the OTP, or show the QR, and take the key. Tell the OTP to nobody before that.",
    ],
  },
  {
    who: "You are invited",
    steps: [
      "Open the invite's link and look whether plate, day and time are right.",
      "Show its QR at the gate between the two times it names. It lets in one vehicle, or one person.",
    ],
  },
  {
    who: "You work at a gate",
    steps: [
      "Log in, and ask your manager to mark you present: entries and payments need it.",
      "Check in: type the plate and the phone number, press the button. A vehicle that was there before is known by its plate.",
      "Take cash: open the vehicle from the board, or scan its slip. The amount and how it was counted stand there.",
      "At the end of the shift count your cash under My cash, and hand it over.",
    ],
  },
  {
    who: "You run a place",
    steps: [
      "Register the company, then each branch. What you type is kept, so you can go on another day or on another device.",
      "A verifier looks at it. You are told by mail when it is published, or what is to be mended.",
      "Set up slots, prices, opening hours and what the gate asks, under This branch and Configuration.",
      "Invite your people by mail; each chooses a password. Then let the first car in.",
    ],
  },
];

export function HowToUsePage() {
  usePageTitle("How to use Chaavi");
  return (
    <article className={styles["article"]}>
      <h1>How to use Chaavi</h1>
      <p>
        Find yourself below. If you work for a place, more answers stand in the product, under Questions and answers.
      </p>
      {ways.map(({ who, steps }) => (
        <section key={who}>
          <h2>{who}</h2>
          <ol className={styles["steps"]}>
            {steps.map((step) => (
              <li key={step}>{step}</li>
            ))}
          </ol>
        </section>
      ))}
      <section>
        <h2>Not answered?</h2>
        <p>
          <Link to="/suggestions">Write to us</Link>: where it was, when, and what you expected.
        </p>
      </section>
    </article>
  );
}
