// §4: form of a new or existing network printer.
import { Printers } from "#domain/printing/printers.collection.ts";
import { call } from "#web/api/call.ts";
import { refreshItems } from "#web/api/query-client.ts";
import { FormField } from "#web/product/forms/form-field.tsx";
import type { Printer } from "#web/product/printing/printers.ts";
import { showSuccess } from "#web/ui/feedback.ts";
import { Form, SubmitButton, type SubmittedValues } from "#web/ui/forms/form.tsx";
import { SegmentedRadio } from "#web/ui/forms/segmented-radio.tsx";
import { Stack } from "#web/ui/layout.tsx";

const { name, connection, address, paper_width, opens_drawer } = Printers.fields;
const fields = { name, connection, paper_width, opens_drawer };
/** Required by the server. */
const networkFields = { ...fields, address: { ...address, required: true } };
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
        address: printer.address,
        paper_width: printer.paper_width,
        opens_drawer: printer.opens_drawer,
      }
    : { paper_width: "80" };
  return (
    <Form fields={fields} initial={initial} onSubmit={submit}>
      <Stack>
        <FormField name="name" placeholder="North gate" autoFocus />
        <FormField
          name="address"
          placeholder="192.168.1.50"
          description="The self-test page of the printer shows it."
        />
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
