// §3 Passes of a branch (ours, /{company}/{branch}/passes): who has one, which end soon, renewed with one press.
import { Button } from "@mantine/core";
import { IconCalendarPlus, IconId, IconPlus, IconSearchOff } from "@tabler/icons-react";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link, useSearchParams } from "react-router";
import { text } from "#domain/fields.ts";
import { limits } from "#domain/limits.ts";
import { parkingSequence } from "#domain/states/parking.ts";
import { pageQuery } from "#web/items/items.ts";
import { useLive } from "#web/items/live.ts";
import { worksAtGate } from "#web/items/session.ts";
import { useBranch, useKnownSession } from "#web/items/use-session.ts";
import { ButtonLink } from "#web/ui/button-link.tsx";
import { Chip, Chips } from "#web/ui/chip.tsx";
import { useNow } from "#web/ui/clock.ts";
import { Form, SubmitButton } from "#web/ui/form.tsx";
import { FormField } from "#web/ui/form-field.tsx";
import { useGlow } from "#web/ui/glow.ts";
import { Page } from "#web/ui/page.tsx";
import { Pages } from "#web/ui/pages.tsx";
import { Plate } from "#web/ui/plate.tsx";
import { Sheet } from "#web/ui/sheet.tsx";
import { EmptyState, ErrorState, SkeletonRows } from "#web/ui/states.tsx";
import { StatusBadge } from "#web/ui/status-badge.tsx";
import { Moment, showMinutes } from "#web/ui/time.tsx";
import { Renewal, stateOfPass } from "#web/features/entries/pass-card.tsx";
import { passesFilter, passSort, passStates, readPasses, writePasses } from "#web/features/entries/passes-address.ts";
import type { PassesAddress } from "#web/features/entries/passes-address.ts";
import styles from "#web/features/entries/passes.module.css";

interface PassRow {
  id: number;
  vehicle_no: string | null;
  name: string | null;
  phone_no: string;
  is_person: boolean;
  is_waiting_for_approve: boolean;
  parking_status_id: number;
  pass_start_time: string | null;
  pass_end_time: string | null;
}

const fields = [
  "id",
  "vehicle_no",
  "name",
  "phone_no",
  "is_person",
  "is_waiting_for_approve",
  "parking_status_id",
  "pass_start_time",
  "pass_end_time",
];

const labels: { [state in PassesAddress["state"]]: string } = {
  valid: "Valid",
  ending: "Ending within 7 days",
  ended: "Ended",
  waiting: "Waiting for approval",
  all: "All",
};

const searchFields = { search: text({ label: "Plate, phone number or name", max: 50 }) };

export function PassesPage() {
  const { path } = useBranch();
  const { role } = useKnownSession();
  const [parameters, setParameters] = useSearchParams();
  const address = readPasses(parameters);
  useLive("Parking_Main_Information");
  const show = (next: Partial<PassesAddress>) =>
    setParameters(writePasses({ ...address, page: 1, ...next }), { preventScrollReset: true });
  return (
    <Page
      title="Passes"
      actions={
        worksAtGate(role) && (
          <ButtonLink
            to={path("vehicle-entry/create")}
            color="marigold"
            size="lg"
            leftSection={<IconPlus size={20} aria-hidden="true" />}
          >
            New pass
          </ButtonLink>
        )
      }
    >
      <div className={styles["filters"]}>
        <Chips label="Show">
          {passStates.map((state) => (
            <Chip
              key={state}
              label={labels[state]}
              isChosen={address.state === state}
              onPress={() => show({ state })}
            />
          ))}
        </Chips>
        <Form
          key={address.search}
          fields={searchFields}
          initial={{ search: address.search }}
          onSubmit={({ search }) => show({ search: String(search ?? "") })}
        >
          <div className={styles["search"]}>
            <FormField name="search" placeholder="TN09 or 98400" />
            <SubmitButton size="md" color="ink" fullWidth={false}>
              Find
            </SubmitButton>
          </div>
        </Form>
      </div>
      <Found address={address} onShow={show} />
    </Page>
  );
}

function Found({ address, onShow }: { address: PassesAddress; onShow: (next: Partial<PassesAddress>) => void }) {
  const { branch } = useBranch();
  // A query of its own for every minute would never be asked again by a live event: when the page was opened will do.
  const [opened] = useState(() => new Date());
  const [renewing, setRenewing] = useState<PassRow>();
  const now = useNow();
  const { data, error, refetch, isPlaceholderData } = useQuery({
    ...pageQuery<PassRow>("Parking_Main_Information", {
      filter: passesFilter({ address, branch: branch.id, now: opened }),
      fields,
      sort: passSort(address.state),
      page: address.page,
    }),
    placeholderData: keepPreviousData,
  });
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <SkeletonRows count={5} />;
  if (data.data.length === 0) return <Nothing address={address} onShow={onShow} />;
  return (
    <div className={styles["found"]} aria-busy={isPlaceholderData}>
      <Rows passes={data.data} now={now} onRenew={setRenewing} />
      {data.count > limits.pageSize && (
        <Pages page={address.page} count={data.count} onOpen={(page) => onShow({ page })} />
      )}
      {renewing && (
        <Sheet isOpen title="Renew the pass" onClose={() => setRenewing(undefined)}>
          <Renewal pass={renewing} now={now} onClose={() => setRenewing(undefined)} />
        </Sheet>
      )}
    </div>
  );
}

function Nothing({ address, onShow }: { address: PassesAddress; onShow: (next: Partial<PassesAddress>) => void }) {
  if (address.search || address.state !== "valid")
    return (
      <EmptyState icon={IconSearchOff} title="No pass fits" text="Try fewer letters, or look at all of them.">
        <Button size="lg" onClick={() => onShow({ state: "all", search: "" })}>
          Show all
        </Button>
      </EmptyState>
    );
  return (
    <EmptyState
      icon={IconId}
      title="No valid pass"
      text="Who comes often gets a pass for a time: days, months or a year. Its visits cost nothing."
    />
  );
}

interface RowsProps {
  passes: readonly PassRow[];
  now: Date;
  onRenew: (pass: PassRow) => void;
}

function Rows({ passes, now, onRenew }: RowsProps) {
  const isGlowing = useGlow("Parking_Main_Information");
  return (
    <ul className={styles["rows"]} aria-label="Passes">
      {passes.map((pass) => (
        <li key={pass.id} className={`${styles["row"]} ${isGlowing(pass.id) ? "glow" : ""}`}>
          <Row pass={pass} now={now} onRenew={onRenew} />
        </li>
      ))}
    </ul>
  );
}

function Row({ pass, now, onRenew }: { pass: PassRow; now: Date; onRenew: (pass: PassRow) => void }) {
  const { path, zone } = useBranch();
  const { role } = useKnownSession();
  const who = pass.vehicle_no ?? pass.name ?? "this pass";
  const mayRenew = worksAtGate(role) && pass.parking_status_id !== parkingSequence.cancelled;
  return (
    <>
      <Link className={styles["who"]} to={path(`${pass.is_person ? "person" : "vehicle"}-entry/edit?id=${pass.id}`)}>
        {pass.vehicle_no ? <Plate number={pass.vehicle_no} /> : <strong>{pass.name}</strong>}
      </Link>
      <span className={styles["holder"]}>
        {pass.vehicle_no && pass.name ? `${pass.name}, ` : ""}
        <span className="figures">{pass.phone_no}</span>
      </span>
      <span className={styles["until"]}>
        <span>
          until <Moment at={pass.pass_end_time} zone={zone} />
        </span>
        <Left end={pass.pass_end_time} now={now} />
      </span>
      <StatusBadge {...stateOfPass({ pass, now })} />
      {mayRenew && (
        <Button
          variant="default"
          className={styles["renew"]!}
          aria-label={`Renew ${who}`}
          leftSection={<IconCalendarPlus size={18} aria-hidden="true" />}
          onClick={() => onRenew(pass)}
        >
          Renew
        </Button>
      )}
    </>
  );
}

const soonMinutes = 7 * 24 * 60;

/** How much of it is left, where that is little. */
function Left({ end, now }: { end: string | null; now: Date }) {
  const minutes = end ? Math.floor((new Date(end).getTime() - now.getTime()) / 60_000) : 0;
  if (minutes <= 0 || minutes > soonMinutes) return null;
  return <strong className={`figures ${styles["left"]}`}>{showMinutes(minutes)} left</strong>;
}
