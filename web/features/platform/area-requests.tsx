// Area requests of branches: added as requested or corrected, matched to an existing area, or rejected with a reason.
import type { WireRow } from "#domain/schema/registry.ts";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router";
import { AreaRequestList, Areas } from "#domain/platform/reference.collection.ts";
import { toAreaOption, areasQuery } from "#web/api/areas.ts";
import { itemsQuery, updateItem } from "#web/api/items.ts";
import { FilterChip, FilterChipGroup } from "#web/ui/filters/filter-chip.tsx";
import { FormField } from "#web/product/forms/form-field.tsx";
import { SettingsForm } from "#web/product/forms/settings-form.tsx";
import { Sheet } from "#web/ui/overlays/sheet.tsx";
import { RelativeTime } from "#web/ui/data/date-time.tsx";
import { Stack } from "#web/ui/layout.tsx";
import { Text, Title } from "#web/ui/text.tsx";
import { Row, RowButton, RowList } from "#web/ui/data/row-list.tsx";

const fields = [
  "id",
  "area_name",
  "date_created",
  "user_created.first_name",
  "area_request_branch_id.id",
  "area_request_branch_id.name",
  "area_request_branch_id.city",
  "area_request_branch_id.state",
  "area_request_branch_id.company.id",
  "area_request_branch_id.company.name",
] as const;
type AreaRequest = WireRow<"Area_Request_List", typeof fields>;

export function AreaRequests() {
  const [opened, setOpened] = useState<AreaRequest>();
  const filter = { status: { _eq: "draft" } };
  const { data = [] } = useQuery(itemsQuery("Area_Request_List", { filter, fields, sort: ["id"] }));
  if (data.length === 0) return null;
  return (
    <Stack component="section" gap="sm">
      <Title>
        Requested areas{" "}
        <Text component="span" c="dimmed" className="figures">
          {data.length}
        </Text>
      </Title>
      <RowList label="Requested areas">
        {data.map((request) => (
          <Row
            key={request.id}
            trailing={
              <Text component="span" c="dimmed" size="sm">
                Requested <RelativeTime at={request.date_created} />
              </Text>
            }
          >
            <RowButton onPress={() => setOpened(request)}>{request.area_name}</RowButton>
            <Text c="dimmed">{getRequester(request)}</Text>
          </Row>
        ))}
      </RowList>
      {opened && <AreaDecisionSheet key={opened.id} request={opened} onClose={() => setOpened(undefined)} />}
    </Stack>
  );
}

function getRequester({ area_request_branch_id: requestBranch, user_created: user }: AreaRequest): string {
  return (
    [requestBranch?.name, requestBranch?.company.name, requestBranch?.city].filter(Boolean).join(", ") ||
    (user?.first_name ?? "")
  );
}

const decisionLabels = ["Add area", "Already exists", "Reject"] as const;
const { area_name, city: cityField, state: stateField } = Areas.fields;
/** Fields of a new area. */
export const areaFields = {
  area_name,
  city: { ...cityField, required: true },
  state: { ...stateField, required: true },
};
const rejectionFields = { note: { ...AreaRequestList.fields.note, label: "Reason", required: true } };

function AreaDecisionSheet({ request, onClose }: { request: AreaRequest; onClose: () => void }) {
  const [decision, setDecision] = useState<(typeof decisionLabels)[number]>("Add area");
  const requestBranch = request.area_request_branch_id;
  const proposed = { area_name: request.area_name, city: requestBranch?.city ?? "", state: requestBranch?.state ?? "" };

  async function send(changes: { [field: string]: unknown }): Promise<void> {
    await updateItem("Area_Request_List", request.id, changes);
    onClose();
  }

  return (
    <Sheet isOpen title={request.area_name} onClose={onClose}>
      <Stack gap="sm">
        {requestBranch && (
          <Text c="dimmed">
            Requested by{" "}
            <Link to={`/platform/review?company=${requestBranch.company.id}&branch=${requestBranch.id}`}>
              {getRequester(request)}
            </Link>
            . The branch is then assigned to this area.
          </Text>
        )}
        <FilterChipGroup label="Decision">
          {decisionLabels.map((label) => (
            <FilterChip key={label} label={label} isChosen={label === decision} onPress={() => setDecision(label)} />
          ))}
        </FilterChipGroup>
        {decision === "Add area" && (
          <SettingsForm
            fields={areaFields}
            row={proposed}
            hasOtherChanges
            submitLabel="Add area"
            onSave={(changes) => send({ status: "published", area: { ...proposed, ...changes } })}
          >
            <FormField name="area_name" />
            <FormField name="city" />
            <FormField name="state" />
          </SettingsForm>
        )}
        {decision === "Already exists" && <ExistingAreaForm city={requestBranch?.city ?? null} onSave={send} />}
        {decision === "Reject" && (
          <SettingsForm
            fields={rejectionFields}
            row={{}}
            submitLabel="Reject request"
            onSave={(changes) => send({ status: "rejected", ...changes })}
          >
            <FormField name="note" widget="long-text" description="Shown to the branch admin." />
          </SettingsForm>
        )}
      </Stack>
    </Sheet>
  );
}

interface ExistingAreaFormProps {
  city: string | null;
  onSave: (changes: { [field: string]: unknown }) => Promise<void>;
}

function ExistingAreaForm({ city, onSave }: ExistingAreaFormProps) {
  const filter = city ? { city: { _icontains: city } } : {};
  const { data = [] } = useQuery(areasQuery({ filter, limit: 500 }));
  return (
    <SettingsForm
      fields={{ area: { kind: "one", target: "Areas", label: "Area", required: true } }}
      row={{}}
      submitLabel="Use this area"
      onSave={(changes) => onSave({ status: "published", ...changes })}
    >
      <FormField name="area" options={data.map(toAreaOption)} />
    </SettingsForm>
  );
}
