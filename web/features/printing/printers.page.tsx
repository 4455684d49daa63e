// §4: the network printers of the branch with the jobs that wait for them: for managers to set up, for gate staff to use.
import { Button } from "@mantine/core";
import { IconPlus, IconPrinter } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { can } from "#domain/access/capabilities.ts";
import { useLiveCollections } from "#web/api/live-updates.ts";
import { useBranch, useRequiredSession } from "#web/api/use-session.ts";
import { PrinterCard } from "#web/features/printing/printer-card.tsx";
import { PrinterForm } from "#web/features/printing/printer-form.tsx";
import { printersQuery } from "#web/product/printing/printers.ts";
import { Grid } from "#web/ui/layout.tsx";
import { Sheet } from "#web/ui/overlays/sheet.tsx";
import { Page } from "#web/ui/page.tsx";
import { EmptyState, ErrorState, SkeletonRows } from "#web/ui/states.tsx";
import { Text } from "#web/ui/text.tsx";

export function PrintersPage() {
  useLiveCollections("Printers", "Print_Jobs");
  const { branch } = useBranch();
  const mayManage = can(useRequiredSession(), "branch.configure");
  const { data: printers, error, refetch } = useQuery(printersQuery(branch.id));
  const [isNew, setIsNew] = useState(false);
  return (
    <Page
      title="Printers"
      actions={
        mayManage && (
          <Button color="marigold" leftSection={<IconPlus aria-hidden="true" />} onClick={() => setIsNew(true)}>
            Add printer
          </Button>
        )
      }
    >
      <Text c="dimmed">
        Receipt printers in the local network of the server print slips and receipts without a dialog.
      </Text>
      {error && !printers ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : !printers ? (
        <SkeletonRows count={2} />
      ) : printers.length === 0 ? (
        <EmptyState
          icon={IconPrinter}
          title="No printers yet"
          text="Slips and receipts are printed by the browser until a printer is added."
        />
      ) : (
        <Grid minColumnWidth={340} fill>
          {printers.map((printer) => (
            <PrinterCard key={printer.id} printer={printer} mayManage={mayManage} />
          ))}
        </Grid>
      )}
      <Sheet isOpen={isNew} title="Add printer" onClose={() => setIsNew(false)}>
        <PrinterForm onDone={() => setIsNew(false)} />
      </Sheet>
    </Page>
  );
}
