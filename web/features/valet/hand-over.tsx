// §4 valet 5 → 6: the customer says the code; without it a manager hands over and says why.
import { useState } from "react";
import { Button } from "@mantine/core";
import { otp, text } from "#domain/fields.ts";
import { limits } from "#domain/limits.ts";
import type { TicketWire } from "#web/items/ticket.ts";
import { useKnownSession } from "#web/items/use-session.ts";
import { Form, SubmitButton } from "#web/ui/form.tsx";
import { FormField } from "#web/ui/form-field.tsx";
import { showSuccess } from "#web/ui/messages.ts";
import { Plate } from "#web/ui/plate.tsx";
import { WaitingButton } from "#web/ui/waiting-button.tsx";
import { useSearchParams } from "react-router";
import { Sheet } from "#web/ui/sheet.tsx";
import { moveTicket } from "#web/features/valet/api.ts";
import styles from "#web/features/valet/sheets.module.css";

const byCode = { otp: otp({ required: true }) };
const byNote = { handover_note: text({ label: "Why without the OTP", required: true, max: limits.message }) };

export function HandOver({ ticket, onClose }: { ticket: TicketWire; onClose: () => void }) {
  const { role } = useKnownSession();
  const [hasCode, setHasCode] = useState(true);
  const qr = useSearchParams()[0].get("qr");
  const mayNote = role === "manager" || role === "admin";

  async function submit(values: { [name: string]: string | boolean | null }): Promise<void> {
    await moveTicket({ id: ticket.id, move: "hand-over", body: values });
    onClose();
    showSuccess("VEHICLE_CHECKED_OUT");
  }

  return (
    <Sheet isOpen title="Hand over" onClose={onClose}>
      <Form key={String(hasCode)} fields={hasCode ? byCode : byNote} onSubmit={submit}>
        <div className={styles["form"]}>
          <Plate number={ticket.Vehicle_Number} size="large" />
          {qr && (
            <WaitingButton color="marigold" size="xl" onPress={() => submit({ qr })}>
              Hand over with the scanned slip
            </WaitingButton>
          )}
          {hasCode ? (
            <div className={styles["code"]}>
              <FormField
                name="otp"
                label={qr ? "Or the OTP the customer says" : "OTP the customer says"}
                autoFocus={!qr}
              />
            </div>
          ) : (
            <FormField name="handover_note" as="long-text" placeholder="Lost ticket; saw the RC book" autoFocus />
          )}
          <SubmitButton {...(qr ? { color: "ink" } : {})}>Hand over</SubmitButton>
          {mayNote && (
            <Button variant="default" size="lg" onClick={() => setHasCode(!hasCode)}>
              {hasCode ? "The customer has no OTP" : "The customer has the OTP"}
            </Button>
          )}
          {!mayNote && (
            <p className={styles["hint"]}>No OTP? Make another one under “Lost ticket”, or call your manager.</p>
          )}
        </div>
      </Form>
    </Sheet>
  );
}
