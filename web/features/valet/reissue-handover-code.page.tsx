// §2 /generate-one-time-password: finds the car of a lost ticket and issues a new OTP.
import { useQuery } from "@tanstack/react-query";
import { IconCarOff } from "@tabler/icons-react";
import { useState } from "react";
import { text } from "#domain/schema/fields.ts";
import { parseSearchTerm } from "#domain/valet/header-search.ts";
import { valetSequence } from "#domain/valet/states.ts";
import { call } from "#web/api/call.ts";
import { readItems } from "#web/api/items.ts";
import { useLiveCollections } from "#web/api/live-updates.ts";
import { ticketFields, type Ticket } from "#web/api/ticket.ts";
import { Form, SubmitButton } from "#web/ui/forms/form.tsx";
import { FormField } from "#web/product/forms/form-field.tsx";
import { Stack } from "#web/ui/layout.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { Card, Page } from "#web/ui/page.tsx";
import { Plate } from "#web/product/vehicles/plate.tsx";
import { EmptyState, ErrorState, SkeletonRows } from "#web/ui/states.tsx";
import { Text } from "#web/ui/text.tsx";
import { AsyncButton } from "#web/ui/forms/async-button.tsx";
import { moveTicket } from "#web/features/valet/api.ts";
import type { TicketSlip } from "#web/features/valet/api.ts";
import { HandoverCodeCard } from "#web/features/valet/new-ticket/ticket-created.tsx";
import { t } from "#web/languages/t.ts";

const fields = { query: text({ label: "Vehicle number, phone or token", required: true, max: 20 }) };

export function ReissueHandoverCodePage() {
  const [query, setQuery] = useState("");
  const [slip, setSlip] = useState<TicketSlip>();
  return (
    <Page title={t("Issue new OTP")} width="form">
      <Text c="dimmed">
        {t(
          "For a customer who lost the ticket. Check the car's documents first: anyone with the new OTP can collect the car. The history shows who issued it.",
        )}
      </Text>
      {slip ? (
        <>
          {slip.otp ? (
            <HandoverCodeCard slip={slip} />
          ) : (
            <Notice c="green" role="status">
              {t(
                "{car}: a new OTP is sent to {phone} by SMS. If the customer does not have that phone, a manager hands the car over.",
                { car: slip.Vehicle_Number, phone: slip.Customer_Phone_Number },
              )}
            </Notice>
          )}
          <AsyncButton variant="default" size="xl" onPress={() => Promise.resolve(setSlip(undefined))}>
            {t("Find another car")}
          </AsyncButton>
        </>
      ) : (
        <>
          <Form fields={fields} onSubmit={(values) => setQuery(String(values["query"]))}>
            <Stack>
              <FormField name="query" placeholder="TN09AB1234" />
              <SubmitButton>{t("Find car")}</SubmitButton>
            </Stack>
          </Form>
          {query && <TicketResults query={query} onReissued={setSlip} />}
        </>
      )}
    </Page>
  );
}

/** By what the header search takes. */
async function findOpenTickets(text: string, signal: AbortSignal): Promise<Ticket[]> {
  if (typeof parseSearchTerm(text) === "string") return [];
  const ids = await call({ route: "GET /actions/valet/find", query: { text } }, { signal });
  if (ids.length === 0) return [];
  const filter = { id: { _in: ids }, status_id: { _lt: valetSequence.checkedOut } };
  return readItems("Valet_and_Parking_Information", { filter, fields: ticketFields, sort: ["-id"] }, signal);
}

function TicketResults({ query, onReissued }: { query: string; onReissued: (slip: TicketSlip) => void }) {
  useLiveCollections("Valet_and_Parking_Information");
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ["items", "Valet_and_Parking_Information", "open", query],
    queryFn: ({ signal }) => findOpenTickets(query, signal),
  });
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (isPending) return <SkeletonRows count={2} />;
  if (data.length === 0)
    return (
      <EmptyState
        icon={IconCarOff}
        title={t("No matching car")}
        text={t("Check the vehicle number with the customer.")}
      />
    );
  return data.map((ticket) => (
    <Card key={ticket.id} gap="md">
      <Plate number={ticket.Vehicle_Number} size="large" />
      <Text c="dimmed">
        {ticket.Customer_Name ?? t("No name")} · {ticket.Customer_Phone_Number} ·{" "}
        {t("token {token}", { token: ticket.token_no ?? "" })}
      </Text>
      <AsyncButton
        color="marigold"
        size="xl"
        onPress={async () => onReissued(await moveTicket({ id: ticket.id, move: "new-code" }))}
      >
        {t("Issue new OTP")}
      </AsyncButton>
    </Card>
  ));
}
