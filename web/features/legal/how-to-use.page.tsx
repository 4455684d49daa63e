// §2 /how-to-use: short guides by role.
import { Link } from "react-router";
import { Stack } from "#web/ui/layout.tsx";
import { Title } from "#web/ui/text.tsx";
import { usePageTitle } from "#web/ui/page.tsx";
import styles from "#web/features/legal/legal.module.css";

const guides: readonly { role: string; steps: readonly string[] }[] = [
  {
    role: "Parking a vehicle",
    steps: [
      "Give the gate your vehicle number and phone number, or show the QR code of your invite or pass. You get a slip or a link by SMS.",
      "Open the link to see your entry time and current charge.",
      "Pay cash at the gate, or online from the link. Show the QR code on the slip at the exit.",
      "Your receipt is at the same link. If the location charges GST, you can get a tax invoice there.",
    ],
  },
  {
    role: "Using valet parking",
    steps: [
      "Hand over your key and phone number. The SMS has your token, OTP and link; keep it.",
      "When you want your car, open the link and request it now or for a later time. You see when a driver accepts and when the car is at the gate.",
      "Show your OTP or QR code to collect your car. Do not share the OTP before that.",
    ],
  },
  {
    role: "Visiting with an invite",
    steps: [
      "Open the invite link and check the vehicle number, date and time.",
      "Show the QR code at the gate during the time shown. It is valid for one vehicle or one person.",
    ],
  },
  {
    role: "Working at a gate",
    steps: [
      "Log in and start your duty; entries and payments need it.",
      "To check in, enter the vehicle number and phone number and press Check in. Returning vehicles are recognised.",
      "To collect cash, open the vehicle from the board or scan its slip. The amount and calculation are shown.",
      "At the end of the shift, count your cash under My shift and hand it over.",
    ],
  },
  {
    role: "Running a branch",
    steps: [
      "Register the company, then each branch. Your input is saved, so you can continue later on any device.",
      "A verifier checks your registration. We email you when it is published or needs a correction.",
      "Set up slots, tariffs, opening hours and check-in fields under Branch settings and Parking settings.",
      "Invite your staff by email; each person chooses a password. Then check in your first vehicle.",
    ],
  },
];

export function HowToUsePage() {
  usePageTitle("How to use Chaavi");
  return (
    <Stack component="article" gap="xl" className={styles["article"]}>
      <Title order={1}>How to use Chaavi</Title>
      <p>Find your role below. Staff can find more answers in the product under Help.</p>
      {guides.map(({ role, steps }) => (
        <Stack key={role} component="section" gap="sm">
          <Title size="xl">{role}</Title>
          <ol>
            {steps.map((step) => (
              <li key={step}>{step}</li>
            ))}
          </ol>
        </Stack>
      ))}
      <Stack component="section" gap="sm">
        <Title size="xl">More questions?</Title>
        <p>
          <Link to="/suggestions">Contact us</Link> and tell us where and when it happened and what you expected.
        </p>
      </Stack>
    </Stack>
  );
}
