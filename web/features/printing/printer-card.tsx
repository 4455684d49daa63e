// §4: one receipt printer: whether it works, what waits for it, and what can be done with it.
import { Button } from "@mantine/core";
import { IconCheck, IconClock, IconPrinterOff } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { getClaimMs, type PrinterConnection, type PrintJobState } from "#domain/printing/print-job.ts";
import type { WireRow } from "#domain/schema/registry.ts";
import { callAndRefresh } from "#web/api/call-and-refresh.ts";
import { itemsQuery } from "#web/api/items.ts";
import { connectionLabels } from "#web/features/printing/connection-labels.ts";
import { PrinterForm } from "#web/features/printing/printer-form.tsx";
import type { Printer } from "#web/product/printing/printers.ts";
import { loadDevicePrinting, printWaiting, reconnect } from "#web/product/printing/default-printer.ts";
import { type DevicePrinter, readPaired, storePaired } from "#web/product/printing/stored-printers.ts";
import { StatusBadge } from "#web/product/status-badge.tsx";
import { RelativeTime } from "#web/ui/data/date-time.tsx";
import { KeyValue, KeyValueList } from "#web/ui/data/key-value-list.tsx";
import { Row, RowList } from "#web/ui/data/row-list.tsx";
import { showSuccess } from "#web/ui/feedback.ts";
import { AsyncButton } from "#web/ui/forms/async-button.tsx";
import { Group, Stack } from "#web/ui/layout.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { Sheet } from "#web/ui/overlays/sheet.tsx";
import { Card } from "#web/ui/page.tsx";
import { Text } from "#web/ui/text.tsx";
import { useNow } from "#web/ui/use-now.ts";
import { t } from "#web/languages/t.ts";

const jobFields = [
  "id",
  "kind",
  "state",
  "date_created",
  "parking_information.parking_main_info.vehicle_no",
  "parking_information.parking_main_info.name",
  "valet_and_parking_information.Vehicle_Number",
  "pass.vehicle_no",
  "pass.name",
  "payment.account",
  "shift.collector.first_name",
  "claimed_at",
] as const;
type PrintJob = WireRow<"Print_Jobs", typeof jobFields>;

const openStates = ["waiting", "printing", "unclear"];
const getJobTexts = (): { readonly [state in PrintJobState]: string } => ({
  waiting: t("Waiting"),
  printing: t("Printing"),
  unclear: t("May have been printed"),
  printed: t("Printed"),
  cancelled: t("Cancelled"),
});

function getJobTitle({
  kind,
  parking_information: entry,
  valet_and_parking_information: ticket,
  pass,
  payment,
  shift,
}: PrintJob): string {
  const collector = shift?.collector?.first_name;
  if (kind === "shift") return collector ? t("Cash shift of {name}", { name: collector }) : t("Cash shift");
  const visitor = entry?.parking_main_info ?? pass;
  return ticket?.Vehicle_Number ?? visitor?.vehicle_no ?? visitor?.name ?? payment?.account ?? t("Test page");
}

interface PrinterCardProps {
  printer: Printer;
  mayManage: boolean;
  /** Chosen on this device. */
  isDefault: boolean;
  onChoose: (printer: DevicePrinter | undefined) => void;
}

export function PrinterCard({ printer, mayManage, isDefault, onChoose }: PrinterCardProps) {
  const [sheet, setSheet] = useState<"change" | "delete">();
  const { id, name, connection, address, paper_width: width, opens_drawer: hasDrawer, problem } = printer;
  const [isPaired, setIsPaired] = useState(() => readPaired(id) !== undefined);
  const isUsable = connection === "network" || isPaired;
  const { data: jobs = [] } = useQuery(
    itemsQuery("Print_Jobs", {
      fields: jobFields,
      filter: { printer: { _eq: id }, state: { _in: openStates } },
      sort: ["id"],
      limit: 50,
    }),
  );
  const close = () => setSheet(undefined);

  async function printTestPage(): Promise<void> {
    await reconnect(printer);
    await callAndRefresh({ route: "POST /actions/printers/:id/test", id }, "Print_Jobs");
    if (await printWaiting(printer)) showSuccess(t("Test page sent to {name}", { name }));
  }

  async function tryAgain(job: number): Promise<void> {
    await reconnect(printer);
    await callAndRefresh({ route: "POST /actions/print-jobs/:id/retry", id: job }, "Print_Jobs", "Printers");
    await printWaiting(printer);
  }

  async function connect(): Promise<void> {
    if (connection === "network" || !(await (await loadDevicePrinting()).connectPrinter({ id, connection }))) return;
    setIsPaired(true);
    showSuccess(t("{name} is connected to this device", { name }));
  }

  function disconnect(): void {
    storePaired(id, undefined);
    setIsPaired(false);
    if (isDefault) onChoose(undefined);
  }

  async function remove(): Promise<void> {
    await callAndRefresh({ route: "POST /actions/printers/:id/delete", id }, "Printers", "Print_Jobs");
    showSuccess("Printer deleted");
  }

  return (
    <Card
      title={name}
      actions={
        <StatusBadge
          {...(problem
            ? { label: "Not reachable", colour: "red", icon: IconPrinterOff }
            : jobs.length > 0 && !isUsable
              ? { label: "Waiting", colour: "amber", icon: IconClock }
              : { label: "Ready", colour: "green", icon: IconCheck })}
        />
      }
    >
      {problem && (
        <Notice c="red" role="status">
          {connection === "network"
            ? t("{problem}. Waiting jobs are printed once it can be reached.", { problem: t(problem) })
            : t("{problem}. Waiting jobs are printed with the next one, or with Try now.", { problem: t(problem) })}
        </Notice>
      )}
      <KeyValueList>
        {connection === "network" ? (
          <KeyValue label={t("Address")}>{address}</KeyValue>
        ) : (
          <KeyValue label={connectionLabels[connection]}>
            {isPaired ? t("Connected to this device") : t("Not connected to this device")}
          </KeyValue>
        )}
        <KeyValue label={t("Paper")}>{`${width} mm`}</KeyValue>
        <KeyValue label={t("Cash drawer")}>{hasDrawer ? t("Connected") : t("None")}</KeyValue>
      </KeyValueList>
      {jobs.length > 0 && (
        <RowList label={t("Waiting for {name}", { name })} isFramed={false}>
          {jobs.map((job) => (
            <JobRow key={job.id} job={job} connection={connection} onRetry={isUsable ? tryAgain : undefined} />
          ))}
        </RowList>
      )}
      <Group>
        {connection !== "network" && (
          <AsyncButton
            variant={isPaired ? "default" : "filled"}
            onPress={connect}
            aria-label={t("Connect {name} to this device", { name })}
          >
            {isPaired ? t("Connect again") : t("Connect to this device")}
          </AsyncButton>
        )}
        {connection !== "network" && isPaired && (
          <Button variant="default" onClick={disconnect} aria-label={t("Disconnect {name} from this device", { name })}>
            {t("Disconnect")}
          </Button>
        )}
        {isUsable && (
          <>
            <AsyncButton
              variant="default"
              onPress={printTestPage}
              aria-label={t("Print test page on {name}", { name })}
            >
              {t("Print test page")}
            </AsyncButton>
            <Button
              variant={isDefault ? "filled" : "default"}
              aria-pressed={isDefault}
              aria-label={t("Print slips of this device on {name}", { name })}
              onClick={() => onChoose(isDefault ? undefined : { id, name, connection })}
            >
              {isDefault ? t("Prints this device's slips") : t("Print this device's slips")}
            </Button>
          </>
        )}
        {mayManage && (
          <>
            <Button variant="default" onClick={() => setSheet("change")} aria-label={`Change ${name}`}>
              Change
            </Button>
            <Button variant="default" onClick={() => setSheet("delete")} aria-label={`Delete ${name}`}>
              Delete
            </Button>
          </>
        )}
      </Group>
      <Sheet
        isOpen={sheet !== undefined}
        title={sheet === "delete" ? `Delete ${name}?` : "Change printer"}
        onClose={close}
      >
        {sheet === "change" && <PrinterForm printer={printer} onDone={close} />}
        {sheet === "delete" && (
          <Stack>
            <p>Jobs that wait for this printer are not printed.</p>
            <AsyncButton size="xl" fullWidth color="red" onPress={remove}>
              Delete printer
            </AsyncButton>
          </Stack>
        )}
      </Sheet>
    </Card>
  );
}

interface JobRowProps {
  job: PrintJob;
  connection: PrinterConnection;
  /** Only where this device or the server can print it. */
  onRetry: ((job: number) => Promise<void>) | undefined;
}

function JobRow({ job, connection, onRetry }: JobRowProps) {
  const { id } = job;
  const now = useNow();
  const claimedAt = job.claimed_at === null ? 0 : new Date(job.claimed_at).getTime();
  // The page that printed it was closed.
  const isAbandoned = job.state === "printing" && claimedAt + getClaimMs(connection) <= now.getTime();
  const state = isAbandoned ? "unclear" : job.state;
  const title = getJobTitle(job);
  const isUnclear = state === "unclear";
  const cancel = () => callAndRefresh({ route: "POST /actions/print-jobs/:id/cancel", id }, "Print_Jobs");
  return (
    <Row
      trailing={
        state !== "printing" && (
          <Group gap="xs">
            {onRetry && (
              <AsyncButton
                variant="default"
                onPress={() => onRetry(id)}
                aria-label={`${isUnclear ? t("Print again") : t("Try now")}: ${title}`}
              >
                {isUnclear ? t("Print again") : t("Try now")}
              </AsyncButton>
            )}
            <AsyncButton variant="default" onPress={cancel} aria-label={`${t("Cancel")}: ${title}`}>
              {t("Cancel")}
            </AsyncButton>
          </Group>
        )
      }
    >
      <strong>{title}</strong>
      <Text c="dimmed">
        {getJobTexts()[state ?? "waiting"]}, <RelativeTime at={job.date_created} />
      </Text>
    </Row>
  );
}
