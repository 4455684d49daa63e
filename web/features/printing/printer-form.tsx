// §4: form of a new or existing printer.
import { Printers } from "#domain/printing/printers.collection.ts";
import { call } from "#web/api/call.ts";
import { refreshItems } from "#web/api/query-client.ts";
import { FormField } from "#web/product/forms/form-field.tsx";
import type { Printer } from "#web/product/printing/printers.ts";
import { showSuccess } from "#web/ui/feedback.ts";
import { connectionLabels } from "#web/features/printing/connection-labels.ts";
import { Form, SubmitButton, type SubmittedValues, useFormState } from "#web/ui/forms/form.tsx";
import { SegmentedRadio } from "#web/ui/forms/segmented-radio.tsx";
import { Stack } from "#web/ui/layout.tsx";
import { Text } from "#web/ui/text.tsx";

const { name, connection, address, paper_width, opens_drawer } = Printers.fields;
const fields = { name, connection, address, paper_width, opens_drawer };
const connections = [
  { value: "network", label: connectionLabels.network },
  { value: "usb", label: connectionLabels.usb },
  { value: "bluetooth", label: connectionLabels.bluetooth },
];
const widths = [
  { value: "58", label: "58 mm" },
  { value: "80", label: "80 mm" },
];

export function PrinterForm({ printer, onDone }: { printer?: Printer; onDone: () => void }) {
  async function submit(body: SubmittedValues<typeof fields>): Promise<void> {
    if (printer) await call({ route: "POST /actions/printers/:id/change", id: printer.id, body });
    else await call({ route: "POST /actions/printers", body });
    await refreshItems("Printers");
    showSuccess(printer ? "Printer changed" : "Printer added");
    onDone();
  }
  const initial = printer
    ? {
        name: printer.name,
        connection: printer.connection,
        address: printer.address ?? "",
        paper_width: printer.paper_width,
        opens_drawer: printer.opens_drawer,
      }
    : { paper_width: "80" };
  return (
    <Form fields={fields} initial={initial} onSubmit={submit}>
      <Stack>
        <FormField name="name" placeholder="North gate" autoFocus />
        <SegmentedRadio name="connection" label="Connection" options={connections} />
        <ConnectionField />
        <SegmentedRadio name="paper_width" label="Paper width" options={widths} />
        <FormField
          name="opens_drawer"
          label="A cash drawer is connected"
          description="It opens when a receipt with cash is printed for the first time."
        />
        <SubmitButton>{printer ? "Save" : "Add printer"}</SubmitButton>
      </Stack>
    </Form>
  );
}

/** The address of a network printer; what to do with another one. */
function ConnectionField() {
  const { values } = useFormState();
  if (values["connection"] === "network")
    return (
      <FormField name="address" placeholder="192.168.1.50" description="The self-test page of the printer shows it." />
    );
  return (
    <Text c="dimmed">
      Then connect it on each device that prints on it, in Chrome on Android or on a computer. Add a printer of its own
      for each gate.
    </Text>
  );
}
