// A new ticket: its token, and for managers its OTP, displayed only once, and the link to the customer's page.
import { Button } from "@mantine/core";
import { IconCopy, IconMessage, IconPrinter } from "@tabler/icons-react";
import { can } from "#domain/access/capabilities.ts";
import { getPublicOrigin } from "#web/api/shell.ts";
import { useBranch, useRequiredSession } from "#web/api/use-session.ts";
import { ButtonLink } from "#web/ui/button-link.tsx";
import { showSuccess } from "#web/ui/feedback.ts";
import { Grid, Group } from "#web/ui/layout.tsx";
import { ActionBar, Card, Page } from "#web/ui/page.tsx";
import { Plate } from "#web/product/vehicles/plate.tsx";
import { Text } from "#web/ui/text.tsx";
import { UnsentMessageNotice } from "#web/features/valet/corrections/ticket-message.tsx";
import type { TicketSlip } from "#web/features/valet/api.ts";
import { usePrintTicket } from "#web/features/valet/printing/ticket-paper.tsx";
import { AsyncButton } from "#web/ui/forms/async-button.tsx";
import { t } from "#web/languages/t.ts";

export function TicketCreated({ slip, onNext }: { slip: TicketSlip; onNext: () => void }) {
  const { path } = useBranch();
  const { print, printable } = usePrintTicket({ id: slip.id });
  return (
    <Page title={t("Ticket created")} width="form">
      <HandoverCodeCard slip={slip} />
      {!slip.is_test && <UnsentMessageNotice ticket={slip} canResend={false} />}
      <Grid minColumnWidth={140} gap="xs">
        <AsyncButton variant="default" size="xl" leftSection={<IconPrinter aria-hidden="true" />} onPress={print}>
          {t("Print slip")}
        </AsyncButton>
        <ButtonLink to={path(`valet-parking/detail?id=${slip.id}`)} variant="default" size="xl">
          {t("Open ticket")}
        </ButtonLink>
      </Grid>
      {printable}
      <ActionBar>
        <Button color="marigold" size="xl" onClick={onNext} autoFocus>
          {t("Next car")}
        </Button>
      </ActionBar>
    </Page>
  );
}

/** Displays the OTP to managers; drivers never see it, since whoever has it can collect the car. */
export function HandoverCodeCard({ slip }: { slip: TicketSlip }) {
  const isManager = can(useRequiredSession(), "valet.manage");
  const isShown = (isManager || slip.is_test) && slip.otp !== undefined;
  const link = new URL(slip.link ?? "", getPublicOrigin()).href;
  const place = [slip.company?.name, slip.branch?.name].filter(Boolean).join(", ");
  const smsText = `${place}: car ${slip.Vehicle_Number}, token ${slip.token_no}, OTP ${slip.otp}. View or request your car: ${link}`;
  async function copy() {
    await navigator.clipboard.writeText(link);
    showSuccess(t("Link copied"));
  }
  return (
    <Card aria-label={t("Ticket")} gap="md">
      <Group justify="center">
        <Plate number={slip.Vehicle_Number} size="large" />
      </Group>
      <Group component="dl" gap="xl" align="end" justify="center">
        {isShown && (
          <div>
            <Text component="dt" c="dimmed" ta="center">
              OTP
            </Text>
            <Text component="dd" size="4xl" fw="bold" isFigures>
              {slip.otp}
            </Text>
          </div>
        )}
        <div>
          <Text component="dt" c="dimmed" ta="center">
            {t("Token")}
          </Text>
          <Text component="dd" size="2xl" fw="bold" isFigures>
            {slip.token_no}
          </Text>
        </div>
        {slip.key_tag && (
          <div>
            <Text component="dt" c="dimmed" ta="center">
              {t("Key tag")}
            </Text>
            <Text component="dd" size="2xl" fw="bold" isFigures>
              {slip.key_tag}
            </Text>
          </div>
        )}
      </Group>
      <Text c="dimmed" ta="center">
        {slip.is_test
          ? t("A test ticket: nobody gets an SMS. Keep the OTP to hand the car over.")
          : isShown
            ? t(
                "Give the OTP to the customer, who also gets it by SMS. Anyone who has it can collect the car. It is shown only once.",
              )
            : t(
                "The customer gets the OTP and the link by SMS to {phone}. Without the OTP, only a manager can hand the car over.",
                { phone: slip.Customer_Phone_Number },
              )}
      </Text>
      {isShown && !slip.is_test && (
        <Grid minColumnWidth={140} gap="xs">
          <Button
            component="a"
            href={`sms:+91${slip.Customer_Phone_Number}?body=${encodeURIComponent(smsText)}`}
            variant="default"
            size="lg"
            leftSection={<IconMessage size={20} aria-hidden="true" />}
          >
            {t("SMS from my phone")}
          </Button>
          <Button
            variant="default"
            size="lg"
            leftSection={<IconCopy size={20} aria-hidden="true" />}
            onClick={() => void copy()}
          >
            {t("Copy link")}
          </Button>
        </Grid>
      )}
    </Card>
  );
}
