// §2 /{customerType}/valet-parking-history: the cars a logged-in customer left with a valet; one that is there opens its live page.
import { useInfiniteQuery } from "@tanstack/react-query";
import { IconKey } from "@tabler/icons-react";
import { Button } from "@mantine/core";
import { limits } from "#domain/limits.ts";
import { formatDateTime12 } from "#domain/rules/dates.ts";
import { valetSequence } from "#domain/states/valet.ts";
import { request } from "#web/items/client.ts";
import { readPage } from "#web/items/items.ts";
import { useLive } from "#web/items/live.ts";
import { Amount } from "#web/ui/amount.tsx";
import { CustomerView } from "#web/ui/customer-view.tsx";
import { Card } from "#web/ui/page.tsx";
import { Plate } from "#web/ui/plate.tsx";
import { EmptyState, ErrorState, SkeletonRows } from "#web/ui/states.tsx";
import { StatusBadge } from "#web/ui/status-badge.tsx";
import { WaitingButton } from "#web/ui/waiting-button.tsx";
import styles from "#web/features/valet/customer-history.module.css";

const collection = "Valet_and_Parking_Information";

interface VisitWire {
  id: number;
  Vehicle_Number: string;
  receipt_no: string;
  status_id: { sequence: number; name: string; colour: string };
  date_created: string;
  out_time: string | null;
  total_amount: string | null;
  branch: { name: string; time_zone: string } | null;
}

const fields = [
  "id",
  "Vehicle_Number",
  "receipt_no",
  "status_id.sequence",
  "status_id.name",
  "status_id.colour",
  "date_created",
  "out_time",
  "total_amount",
  "branch.name",
  "branch.time_zone",
];

export function CustomerValetHistoryPage() {
  useLive(collection);
  const { data, error, isPending, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey: ["items", collection, "own"],
    queryFn: ({ pageParam, signal }) =>
      readPage<VisitWire>(collection, { fields, sort: ["-id"], page: pageParam }, signal),
    initialPageParam: 1,
    getNextPageParam: ({ count }, _all, page) => (page * limits.pageSize < count ? page + 1 : undefined),
  });
  const visits = data?.pages.flatMap((page) => page.data);
  return (
    <CustomerView title="Your valet parking">
      {error && !visits && <ErrorState error={error} onRetry={() => void refetch()} />}
      {isPending && <SkeletonRows count={4} />}
      {visits?.length === 0 && (
        <EmptyState
          icon={IconKey}
          title="No car yet"
          text="A car you leave with a valet under your phone number shows here."
        />
      )}
      <ul className={styles["visits"]}>
        {visits?.map((visit) => (
          <Visit key={visit.id} visit={visit} />
        ))}
      </ul>
      {hasNextPage && (
        <Button variant="default" size="lg" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          Show more
        </Button>
      )}
    </CustomerView>
  );
}

function Visit({ visit }: { visit: VisitWire }) {
  const { branch, status_id: status } = visit;
  const moment = (at: string) => formatDateTime12({ at: new Date(at), ...(branch ? { zone: branch.time_zone } : {}) });
  const isHere = status.sequence !== valetSequence.checkedOut;

  async function open(): Promise<void> {
    const { data } = await request<{ data: { link: string } }>(`/actions/valet/${visit.id}/my-page`);
    location.assign(data.link);
  }
  return (
    <li>
      <Card>
        <div className={styles["visit"]}>
          <div className={styles["head"]}>
            <Plate number={visit.Vehicle_Number} />
            <StatusBadge label={status.name} colour={status.colour} />
          </div>
          <p>
            {branch?.name ?? "A valet"} · receipt <span className="figures">{visit.receipt_no}</span>
          </p>
          <p className={`figures ${styles["soft"]}`}>
            {moment(visit.date_created)}
            {visit.out_time && ` to ${moment(visit.out_time)}`}
          </p>
          {visit.out_time && <Amount rupees={visit.total_amount} size="large" />}
          {isHere && (
            <WaitingButton color="marigold" size="xl" fullWidth onPress={open}>
              See and ask for it
            </WaitingButton>
          )}
        </div>
      </Card>
    </li>
  );
}
