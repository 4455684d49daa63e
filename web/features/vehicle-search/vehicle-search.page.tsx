// §2 /vehicle-search: every visit of the branch, by plate, phone, days and state.
import { Button } from "@mantine/core";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { IconSearchOff } from "@tabler/icons-react";
import { useSearchParams } from "react-router";
import { phone, text } from "#domain/fields.ts";
import { limits } from "#domain/limits.ts";
import { entryFields } from "#web/items/entry.ts";
import type { EntryWire } from "#web/items/entry.ts";
import { itemsQuery } from "#web/items/items.ts";
import { useLive } from "#web/items/live.ts";
import { useBranch } from "#web/items/use-session.ts";
import { useNow } from "#web/ui/clock.ts";
import { EntryList } from "#web/ui/entry-list.tsx";
import { Form, SubmitButton } from "#web/ui/form.tsx";
import { FormField } from "#web/ui/form-field.tsx";
import { Card, Page } from "#web/ui/page.tsx";
import { Pages } from "#web/ui/pages.tsx";
import { EmptyState, ErrorState, SkeletonRows } from "#web/ui/states.tsx";
import { DayField } from "#web/features/vehicle-search/day-field.tsx";
import { readSearch, searchFilter, searchStates, writeSearch } from "#web/features/vehicle-search/search-address.ts";
import type { SearchAddress } from "#web/features/vehicle-search/search-address.ts";
import styles from "#web/features/vehicle-search/vehicle-search.module.css";

const fields = {
  // Two characters are on too many plates to look for.
  plate: text({ label: "Part of a plate", min: 3, max: 15, minMessage: "*Type 3 or more characters of the plate" }),
  // The beginning of a number will do.
  phone: phone({ pattern: /^\d{0,10}$/, min: 0 }),
  from: text({ label: "From" }),
  to: text({ label: "To" }),
  state: text({ label: "State", values: searchStates }),
};

const stateLabels: { [state in (typeof searchStates)[number]]: string } = {
  in: "In",
  out: "Out",
  pending: "Pending",
  cancelled: "Cancelled",
};

const nothing: SearchAddress = { plate: "", phone: "", from: "", to: "", state: "", page: 1 };

export function VehicleSearchPage() {
  const [parameters, setParameters] = useSearchParams();
  const search = readSearch(parameters);
  const { page: _, ...filled } = search;
  useLive("Parking_Information");
  const show = (next: SearchAddress) => setParameters(writeSearch(next), { preventScrollReset: true });

  function submit(values: { [name: string]: string | boolean | null }): void {
    const typed = Object.entries(values).map(([name, value]) => [name, String(value ?? "")]);
    show(readSearch(new URLSearchParams(typed as [string, string][])));
  }

  return (
    <Page title="Vehicle search">
      <Card>
        {/* The back button brings back what was looked for, in the fields too. */}
        <Form key={JSON.stringify(filled)} fields={fields} initial={filled} onSubmit={submit}>
          <div className={styles["filters"]}>
            <FormField name="plate" placeholder="AB12" />
            <FormField name="phone" placeholder="98400" />
            <DayField name="from" />
            <DayField name="to" />
            <FormField
              name="state"
              placeholder="Every state"
              options={searchStates.map((value) => ({ value, label: stateLabels[value] }))}
            />
            <SubmitButton size="md" className={styles["search"]}>
              Search
            </SubmitButton>
          </div>
        </Form>
      </Card>
      <Found search={search} onShow={show} />
    </Page>
  );
}

function Found({ search, onShow }: { search: SearchAddress; onShow: (next: SearchAddress) => void }) {
  const { branch, zone } = useBranch();
  const now = useNow();
  const { data, error, refetch, isPlaceholderData } = useQuery({
    // One more than is shown says whether there are older ones: counting them all would take longer than finding these.
    ...itemsQuery<EntryWire>("Parking_Information", {
      filter: searchFilter({ search, branch: branch.id, zone }),
      fields: entryFields,
      sort: ["-id"],
      limit: limits.pageSize + 1,
      offset: (search.page - 1) * limits.pageSize,
    }),
    placeholderData: keepPreviousData,
  });
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <SkeletonRows count={6} />;
  if (data.length === 0)
    return (
      <EmptyState icon={IconSearchOff} title="No visit fits" text="Try a shorter part of the plate, or more days.">
        <Button size="lg" onClick={() => onShow(nothing)}>
          Show all
        </Button>
      </EmptyState>
    );
  return (
    <div aria-busy={isPlaceholderData} className={styles["found"]}>
      <EntryList entries={data.slice(0, limits.pageSize)} now={now} />
      <Pages
        page={search.page}
        count={(search.page - 1) * limits.pageSize + data.length}
        isMore={data.length > limits.pageSize}
        onOpen={(page) => onShow({ ...search, page })}
      />
    </div>
  );
}
