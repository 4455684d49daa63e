// §4 public page of the holder of a pass: its validity, QR code, and what is due with the way to pay it.
import { Button } from "@mantine/core";
import { useEffect } from "react";
import { formatRupees } from "#domain/money.ts";
import { isPassIssued, type PassState } from "#domain/passes/pass.ts";
import { type HolderPass, readHolderPass } from "#web/features/passes/api.ts";
import { storePayerPage } from "#web/product/payer-page.ts";
import { LinkedVisit, VisitDetails } from "#web/product/visit-page.tsx";
import { ButtonLink } from "#web/ui/button-link.tsx";
import { AmountDue } from "#web/ui/data/amount-due.tsx";
import { DateTime } from "#web/ui/data/date-time.tsx";
import { Card, usePageTitle } from "#web/ui/page.tsx";
import { Text } from "#web/ui/text.tsx";
import { t } from "#web/languages/t.ts";

export function HolderPassPage() {
  usePageTitle(t("Your pass"));
  return (
    <LinkedVisit
      name="holder-pass"
      read={readHolderPass}
      isChanging={({ due, qr }) => due !== null || qr !== null}
      expiredText={t("Links to passes expire 30 days after the pass ends. Ask at the gate for a new one.")}
    >
      {(pass) => <PassDetails pass={pass} />}
    </LinkedVisit>
  );
}

function describeState(state: PassState): string {
  switch (state) {
    case "valid":
      return t("Valid");
    case "later":
      return t("Valid from its start");
    case "unpaid":
      return t("Valid once it is paid");
    case "waiting":
      return t("Waiting for approval");
    case "expired":
      return t("Expired");
    case "ended":
      return t("Ended");
    case "rejected":
      return t("Rejected");
  }
}

function PassDetails({ pass }: { pass: HolderPass }) {
  const { branch, due, state } = pass;
  const isPaidOnline = Boolean(due?.pay);
  useEffect(() => {
    if (isPaidOnline) storePayerPage({ kind: "M", id: pass.id });
  }, [isPaidOnline, pass.id]);
  return (
    <VisitDetails
      intro={t("Parking pass of {company}", { company: branch.company })}
      branch={branch}
      visitor={pass}
      qr={pass.qr}
      status={{ title: describeState(state), isPositive: isPassIssued(state) }}
      from={pass.pass_start_time}
      till={pass.pass_end_time}
      slot={pass.slot}
    >
      {due && <DuePayment due={due} state={state} zone={branch.time_zone} />}
    </VisitDetails>
  );
}

function DuePayment({ due, state, zone }: { due: NonNullable<HolderPass["due"]>; state: PassState; zone: string }) {
  return (
    <Card gap="md" style={{ justifyItems: "center", textAlign: "center" }}>
      <AmountDue caption={state === "unpaid" ? t("Due for this pass") : t("Due for the renewal")} paise={due.amount}>
        <Text c="dimmed">
          <DateTime at={due.from} zone={zone} /> – <DateTime at={due.till} zone={zone} />
        </Text>
      </AmountDue>
      {due.pay && (
        <ButtonLink to={`/pay/${due.pay}`} color="marigold" size="xl" fullWidth>
          <span className="figures">{t("Pay {amount} online", { amount: formatRupees(due.amount) })}</span>
        </ButtonLink>
      )}
      {due.upi && (
        <>
          <Button
            component="a"
            href={due.upi}
            {...(due.pay ? { variant: "default" } : { color: "marigold" })}
            size="xl"
            fullWidth
          >
            <span className="figures">{t("Pay {amount} by UPI", { amount: formatRupees(due.amount) })}</span>
          </Button>
          <Text c="dimmed">
            {t(
              "Pays {payee}. Tell the gate the last 4 characters of the UPI reference: this page shows when it is confirmed.",
              { payee: due.payee ?? "" },
            )}
          </Text>
        </>
      )}
      {!due.upi && !due.pay && <Text c="dimmed">{t("Please pay at the gate.")}</Text>}
    </Card>
  );
}
