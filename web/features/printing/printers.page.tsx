// §4: the receipt printers of the branch with the jobs that wait for them: for managers to set up, for gate staff to use.
import { Button } from "@mantine/core";
import { IconPlus, IconPrinter } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Branch } from "#domain/branches/branch.collection.ts";
import { getKeys } from "#domain/object-keys.ts";
import { languages } from "#domain/people/languages.ts";
import { can } from "#domain/access/capabilities.ts";
import { useLiveCollections } from "#web/api/live-updates.ts";
import { useBranch, useRequiredSession } from "#web/api/use-session.ts";
import { SettingsForm } from "#web/product/forms/settings-form.tsx";
import { updateItem } from "#web/api/items.ts";
import { PrinterCard } from "#web/features/printing/printer-card.tsx";
import { PrinterForm } from "#web/features/printing/printer-form.tsx";
import { type DevicePrinter, readDefaultPrinter, storeDefaultPrinter } from "#web/product/printing/stored-printers.ts";
import { printersQuery } from "#web/product/printing/printers.ts";
import { Grid } from "#web/ui/layout.tsx";
import { FormField } from "#web/product/forms/form-field.tsx";
import { Sheet } from "#web/ui/overlays/sheet.tsx";
import { Card, Page } from "#web/ui/page.tsx";
import { EmptyState, ErrorState, SkeletonRows } from "#web/ui/states.tsx";
import { Text } from "#web/ui/text.tsx";
import { t } from "#web/languages/t.ts";

const { print_language } = Branch.fields;
const languageOptions = getKeys(languages).map((value) => ({ value, label: languages[value] }));

/** Also of papers that the browser prints. */
function PrintLanguage() {
  const { branch } = useBranch();
  return (
    <Card>
      <SettingsForm
        fields={{ print_language: { ...print_language, required: true } }}
        row={{ ...branch }}
        onSave={(changes) => updateItem("Branch", branch.id, changes)}
      >
        <FormField
          name="print_language"
          options={languageOptions}
          description="Names and the lines of a tax invoice are printed as they are."
        />
      </SettingsForm>
    </Card>
  );
}

export function PrintersPage() {
  useLiveCollections("Printers", "Print_Jobs");
  const { branch } = useBranch();
  const mayManage = can(useRequiredSession(), "branch.configure");
  const { data: printers, error, refetch } = useQuery(printersQuery(branch.id));
  const [isNew, setIsNew] = useState(false);
  const [defaultPrinter, setDefaultPrinter] = useState(() => readDefaultPrinter(branch.id)?.id);

  function chooseForDevice(printer: DevicePrinter | undefined): void {
    storeDefaultPrinter(branch.id, printer);
    setDefaultPrinter(printer?.id);
  }

  return (
    <Page
      title={t("Printers")}
      actions={
        mayManage && (
          <Button color="marigold" leftSection={<IconPlus aria-hidden="true" />} onClick={() => setIsNew(true)}>
            Add printer
          </Button>
        )
      }
    >
      {mayManage && <PrintLanguage />}
      <Text c="dimmed">
        {t(
          "Receipt printers print slips, receipts and passes without a dialog: in the local network of the server, or at USB or Bluetooth of a device. A printer that this device uses prints the slip of each check-in at once.",
        )}
      </Text>
      {error && !printers ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : !printers ? (
        <SkeletonRows count={2} />
      ) : printers.length === 0 ? (
        <EmptyState
          icon={IconPrinter}
          title={t("No printers yet")}
          text={t("Slips and receipts are printed by the browser until a printer is added.")}
        />
      ) : (
        <Grid minColumnWidth={340} fill>
          {printers.map((printer) => (
            <PrinterCard
              key={printer.id}
              printer={printer}
              mayManage={mayManage}
              isDefault={printer.id === defaultPrinter}
              onChoose={chooseForDevice}
            />
          ))}
        </Grid>
      )}
      <Sheet isOpen={isNew} title="Add printer" onClose={() => setIsNew(false)}>
        <PrinterForm onDone={() => setIsNew(false)} />
      </Sheet>
    </Page>
  );
}
