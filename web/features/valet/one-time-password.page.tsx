// §2 /generate-one-time-password: the customer lost the ticket: find the car, look at the papers, make another code.
import { useQuery } from "@tanstack/react-query";
import { IconCarOff } from "@tabler/icons-react";
import { useState } from "react";
import { capitals, text } from "#domain/fields.ts";
import { valetSequence } from "#domain/states/valet.ts";
import { itemsQuery } from "#web/items/items.ts";
import { useLive } from "#web/items/live.ts";
import type { TicketWire } from "#web/items/ticket.ts";
import { ticketFields } from "#web/items/ticket.ts";
import { useBranch } from "#web/items/use-session.ts";
import { Form, SubmitButton } from "#web/ui/form.tsx";
import { FormField } from "#web/ui/form-field.tsx";
import { Card, Page } from "#web/ui/page.tsx";
import { Plate } from "#web/ui/plate.tsx";
import { EmptyState, ErrorState, SkeletonRows } from "#web/ui/states.tsx";
import { WaitingButton } from "#web/ui/waiting-button.tsx";
import { moveTicket } from "#web/features/valet/api.ts";
import type { SlipWire } from "#web/features/valet/api.ts";
import { CodeCard } from "#web/features/valet/key-taken.tsx";
import styles from "#web/features/valet/sheets.module.css";

const fields = { sought: text({ label: "Plate, phone number or token", required: true, max: 20 }) };

export function OneTimePasswordPage() {
  const [sought, setSought] = useState("");
  const [slip, setSlip] = useState<SlipWire>();
  return (
    <Page title="Make another OTP">
      <div className={styles["narrow"]}>
        <p className={styles["hint"]}>
          For a customer who lost the ticket. Look at the car&apos;s papers first: the car goes to who has the new OTP,
          and the history says who made it.
        </p>
        {slip ? (
          <>
            <CodeCard slip={slip} />
            <WaitingButton variant="default" size="xl" onPress={() => Promise.resolve(setSlip(undefined))}>
              Another car
            </WaitingButton>
          </>
        ) : (
          <>
            <Form fields={fields} onSubmit={(values) => setSought(String(values["sought"]))}>
              <div className={styles["form"]}>
                <FormField name="sought" placeholder="TN09AB1234" />
                <SubmitButton>Find the car</SubmitButton>
              </div>
            </Form>
            {sought && <Found sought={sought} onMade={setSlip} />}
          </>
        )}
      </div>
    </Page>
  );
}

function Found({ sought, onMade }: { sought: string; onMade: (slip: SlipWire) => void }) {
  const { branch } = useBranch();
  useLive("Valet_and_Parking_Information");
  const plain = capitals(sought);
  const { data, error, isPending, refetch } = useQuery(
    itemsQuery<TicketWire>("Valet_and_Parking_Information", {
      filter: {
        branch: { _eq: branch.id },
        status_id: { _lt: valetSequence.checkedOut },
        _or: [
          { Vehicle_Number: { _eq: plain } },
          { Customer_Phone_Number: { _eq: plain.slice(-10) } },
          { token_no: { _eq: plain } },
        ],
      },
      fields: ticketFields,
      sort: ["-id"],
      limit: 10,
    }),
  );
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (isPending) return <SkeletonRows count={2} />;
  if (data.length === 0)
    return <EmptyState icon={IconCarOff} title="No such car is here" text="Check the plate with the customer." />;
  return data.map((ticket) => (
    <Card key={ticket.id}>
      <div className={styles["form"]}>
        <Plate number={ticket.Vehicle_Number} size="large" />
        <p className={styles["hint"]}>
          {ticket.Customer_Name ?? "No name"} · {ticket.Customer_Phone_Number} · token {ticket.token_no}
        </p>
        <WaitingButton
          color="marigold"
          size="xl"
          onPress={async () => onMade(await moveTicket({ id: ticket.id, move: "new-code" }))}
        >
          Make another OTP
        </WaitingButton>
      </div>
    </Card>
  ));
}
