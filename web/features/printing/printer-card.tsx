// §4: one network printer: whether it works, what waits for it, and what can be done with it.
import { Button } from "@mantine/core";
import { IconCheck, IconPrinterOff } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { PrintJobState } from "#domain/printing/print-job.ts";
import type { WireRow } from "#domain/schema/registry.ts";
import { callAndRefresh } from "#web/api/call-and-refresh.ts";
import { itemsQuery } from "#web/api/items.ts";
import { useBranch } from "#web/api/use-session.ts";
import { PrinterForm } from "#web/features/printing/printer-form.tsx";
import type { Printer } from "#web/product/printing/printers.ts";
import type { DefaultPrinter } from "#web/product/printing/default-printer.ts";
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

const jobFields = [
  "id",
  "kind",
  "state",
  "date_created",
  "parking_information.parking_main_info.vehicle_no",
  "parking_information.parking_main_info.name",
  "valet_and_parking_information.Vehicle_Number",
] as const;
type PrintJob = WireRow<"Print_Jobs", typeof jobFields>;

const openStates = ["waiting", "printing", "unclear"];
const jobTexts: { readonly [state in PrintJobState]: string } = {
  waiting: "Waiting",
  printing: "Printing",
  unclear: "May have been printed",
  printed: "Printed",
  cancelled: "Cancelled",
};

function getJobTitle({ parking_information: entry, valet_and_parking_information: ticket }: PrintJob): string {
  const visitor = entry?.parking_main_info;
  return ticket?.Vehicle_Number ?? visitor?.vehicle_no ?? visitor?.name ?? "Test page";
}

interface PrinterCardProps {
  printer: Printer;
  mayManage: boolean;
  /** Chosen on this device. */
  isDefault: boolean;
  onChoose: (printer: DefaultPrinter | undefined) => void;
}

export function PrinterCard({ printer, mayManage, isDefault, onChoose }: PrinterCardProps) {
  const { branch } = useBranch();
  const [sheet, setSheet] = useState<"change" | "delete">();
  const { id, name, address, paper_width: width, opens_drawer: hasDrawer, problem } = printer;
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
    await callAndRefresh({ route: "POST /actions/printers/:id/test", id }, "Print_Jobs");
    showSuccess(`Test page sent to ${name}`);
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
            : { label: "Ready", colour: "green", icon: IconCheck })}
        />
      }
    >
      {problem && (
        <Notice c="red" role="status">
          {problem}. What waits is printed once it can be reached.
        </Notice>
      )}
      <KeyValueList>
        <KeyValue label="Address">{address}</KeyValue>
        <KeyValue label="Paper">{width} mm</KeyValue>
        <KeyValue label="Cash drawer">{hasDrawer ? "Connected" : "None"}</KeyValue>
      </KeyValueList>
      {jobs.length > 0 && (
        <RowList label={`Waiting for ${name}`} isFramed={false}>
          {jobs.map((job) => (
            <JobRow key={job.id} job={job} />
          ))}
        </RowList>
      )}
      <Group>
        <AsyncButton variant="default" onPress={printTestPage} aria-label={`Print test page on ${name}`}>
          Print test page
        </AsyncButton>
        <Button
          variant={isDefault ? "filled" : "default"}
          aria-pressed={isDefault}
          aria-label={`Print slips of this device on ${name}`}
          onClick={() => onChoose(isDefault ? undefined : { branch: branch.id, id, name })}
        >
          {isDefault ? "Prints this device's slips" : "Print this device's slips"}
        </Button>
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
            <p>What waits for this printer is not printed.</p>
            <AsyncButton size="xl" fullWidth color="red" onPress={remove}>
              Delete printer
            </AsyncButton>
          </Stack>
        )}
      </Sheet>
    </Card>
  );
}

function JobRow({ job }: { job: PrintJob }) {
  const { id, state } = job;
  const title = getJobTitle(job);
  const isUnclear = state === "unclear";
  const retry = () => callAndRefresh({ route: "POST /actions/print-jobs/:id/retry", id }, "Print_Jobs", "Printers");
  const cancel = () => callAndRefresh({ route: "POST /actions/print-jobs/:id/cancel", id }, "Print_Jobs");
  return (
    <Row
      trailing={
        state !== "printing" && (
          <Group gap="xs">
            <AsyncButton
              variant="default"
              onPress={retry}
              aria-label={`${isUnclear ? "Print again" : "Try now"}: ${title}`}
            >
              {isUnclear ? "Print again" : "Try now"}
            </AsyncButton>
            <AsyncButton variant="default" onPress={cancel} aria-label={`Cancel: ${title}`}>
              Cancel
            </AsyncButton>
          </Group>
        )
      }
    >
      <strong>{title}</strong>
      <Text c="dimmed">
        {jobTexts[state ?? "waiting"]}, <RelativeTime at={job.date_created} />
      </Text>
    </Row>
  );
}
