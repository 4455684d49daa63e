// Layout and display of data.
import { Button } from "@mantine/core";
import { IconCar, IconCircleCheck, IconKey, IconMail } from "@tabler/icons-react";
import { useState } from "react";
import { Amount } from "#web/ui/data/amount.tsx";
import { Badge } from "#web/ui/badge.tsx";
import { DataTable } from "#web/ui/data/data-table.tsx";
import type { DataTableColumn } from "#web/ui/data/data-table.tsx";
import { DateTime, Duration, RelativeTime } from "#web/ui/data/date-time.tsx";
import { KeyValue, KeyValueList } from "#web/ui/data/key-value-list.tsx";
import { Columns, Grid, Stack } from "#web/ui/layout.tsx";
import { Card } from "#web/ui/page.tsx";
import { Pagination } from "#web/ui/filters/pagination.tsx";
import { QrCode } from "#web/ui/data/qr.tsx";
import { Row, RowButton, RowLink, RowList } from "#web/ui/data/row-list.tsx";
import { Text, Title } from "#web/ui/text.tsx";
import { LinkTile, StatLink, StatTile, StatToggle } from "#web/ui/data/tile.tsx";
import { Timeline, TimelineItem } from "#web/ui/data/timeline.tsx";

interface ShiftRow {
  name: string;
  payments: number;
  paise: number;
}

const shifts: readonly ShiftRow[] = [
  { name: "Ravi Kumar", payments: 12, paise: 124_000 },
  { name: "Venkataraghavan Balasubramaniam Krishnamurthy", payments: 104, paise: 2_120_050 },
];
const columns: readonly DataTableColumn<ShiftRow>[] = [
  { header: "Staff", isRowHeader: true, cell: ({ name }) => <RowLink to="/design">{name}</RowLink>, footer: "Total" },
  { header: "Payments", align: "end", cell: ({ payments }) => payments, footer: 116 },
  { header: "Collected", align: "end", cell: ({ paise }) => <Amount paise={paise} />, footer: "₹22,440.50" },
];
const at = "2026-11-21T05:10:00.000Z";

export function DataSection() {
  const [isPressed, setIsPressed] = useState(true);
  const [page, setPage] = useState(1);
  return (
    <Stack component="section">
      <Title size="xl">Data</Title>
      <Grid minColumnWidth={320}>
        <LinkTile to="/design" icon={IconCar} title="Parking" text="Check in, collect payment, check out">
          <Text fw="bold">12 inside</Text>
        </LinkTile>
        <LinkTile to={undefined} icon={IconKey} title="Valet" text="Coming soon" />
      </Grid>
      <Grid minColumnWidth={120} gap="xs">
        <StatTile label="Cash" value={<Amount paise={124_000} size="large" />} hint="12 payments" />
        <StatLink to="/design" label="Exceptions" value={3} />
        <StatToggle
          label="Inside now"
          value={12}
          c="green"
          isPressed={isPressed}
          onPress={() => setIsPressed(!isPressed)}
        />
      </Grid>
      <Columns>
        <Stack>
          <Card gap="sm">
            <Amount paise={12_000} size="huge" />
            <KeyValueList layout="spread" gap="xs">
              <KeyValue label="95 min: 4 × 30 min at ₹20.00 each">
                <Amount paise={8_000} />
              </KeyValue>
              <KeyValue label="Total" isTotal>
                <Amount paise={12_000} />
              </KeyValue>
            </KeyValueList>
          </Card>
          <DataTable label="Collection by staff" columns={columns} rows={shifts} getKey={({ name }) => name} />
          <Pagination page={page} count={120} onPageChange={setPage} />
        </Stack>
        <Stack>
          <Card title="Details" actions={<Button variant="default">Edit</Button>}>
            <KeyValueList>
              <KeyValue label="In">
                <DateTime at={at} />
              </KeyValue>
              <KeyValue label="Entered by">
                Ravi, <RelativeTime at={at} />
              </KeyValue>
            </KeyValueList>
            <KeyValueList layout="stacked" minColumnWidth={120}>
              <KeyValue label="Counted">₹1,240.00</KeyValue>
              <KeyValue label="Expected">₹1,240.00</KeyValue>
            </KeyValueList>
            <KeyValueList layout="inline" gap="xl">
              <KeyValue label="SMS today">12 of 100</KeyValue>
              <KeyValue label="Parked for">
                <Duration from={at} until="2026-11-21T06:45:00.000Z" />
              </KeyValue>
            </KeyValueList>
          </Card>
          <Card title="History">
            <Timeline>
              <TimelineItem meta="Ravi, 2 min ago">Checked out</TimelineItem>
              <TimelineItem meta="Asha, 10:40 am">Checked in</TimelineItem>
            </Timeline>
          </Card>
          <QrCode text="https://example.com" label="QR code of an example" />
        </Stack>
      </Columns>
      <RowList label="Messages">
        <Row
          leading={<IconMail aria-hidden="true" />}
          columns="240px 1fr 170px"
          trailing={
            <Badge c="green" icon={IconCircleCheck}>
              Sent
            </Badge>
          }
        >
          <RowButton onPress={() => setPage(1)}>asha@example.com</RowButton>
          <Text c="dimmed">Your vehicle is ready</Text>
          <Text size="sm" c="dimmed">
            2 min ago
          </Text>
        </Row>
        <Row trailing={<Button variant="default">Renew</Button>}>
          <RowLink to="/design">A row with a button</RowLink>
        </Row>
      </RowList>
    </Stack>
  );
}
