// Verified details of a company or branch, which change only by request (docs/rules/change-requests.md).
import type { WireRow } from "#domain/schema/registry.ts";
import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { IconClock, IconPencil } from "@tabler/icons-react";
import { useState } from "react";
import type { Fields, Row } from "#domain/schema/collection.ts";
import { isFilled } from "#domain/schema/fields.ts";
import { ChangeRequests } from "#domain/platform/change-requests.collection.ts";
import { otherArea } from "#domain/branches/area.ts";
import { changeRequestStates, verifiedFields } from "#domain/platform/change-request.ts";
import { getSubmissionField, getSubmissionLabel, type SubmissionKind } from "#domain/onboarding/submission.ts";
import { areasQuery, type Area } from "#web/api/areas.ts";
import { ApiError } from "#web/api/api-error.ts";
import { createItem, itemsQuery, updateItem } from "#web/api/items.ts";
import { queryClient } from "#web/api/query-client.ts";
import { FormField } from "#web/product/forms/form-field.tsx";
import { HelpButton } from "#web/product/help-button.tsx";
import { Card } from "#web/ui/page.tsx";
import { SettingsForm, type SettingChanges } from "#web/product/forms/settings-form.tsx";
import { AreaFields } from "#web/product/submission/address-fields.tsx";
import { useFormState } from "#web/ui/forms/form.tsx";
import { Sheet } from "#web/ui/overlays/sheet.tsx";
import { StatusBadge } from "#web/product/status-badge.tsx";
import { formatSubmissionValue, getCompanyTypeOptions } from "#web/product/submission/labels.ts";
import { DateTime } from "#web/ui/data/date-time.tsx";
import { AsyncButton } from "#web/ui/forms/async-button.tsx";
import { SectionLink } from "#web/features/branches/section-link.tsx";
import { Group, Stack } from "#web/ui/layout.tsx";
import { Text } from "#web/ui/text.tsx";
import { KeyValue, KeyValueList } from "#web/ui/data/key-value-list.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { Row as ListRow, RowList } from "#web/ui/data/row-list.tsx";

const requestFields = [
  "id",
  "status",
  "changes",
  "area_name",
  "answer",
  "date_created",
  "user_created.first_name",
] as const;
type ChangeRequest = WireRow<"Change_Requests", typeof requestFields>;

interface VerifiedDetailsProps {
  kind: SubmissionKind;
  row: Row & { id: number };
  /** Company id. */
  company: number;
  zone: string;
}

const note = { ...ChangeRequests.fields.note, label: "Reason" };
const { area_name } = ChangeRequests.fields;

function getLabelledFields(kind: SubmissionKind): Fields {
  return Object.fromEntries(
    verifiedFields[kind].map((name) => [
      name,
      { ...getSubmissionField(kind, name), label: getSubmissionLabel(kind, name) },
    ]),
  );
}

const companyTypeOptions = getCompanyTypeOptions(getSubmissionField("company", "company_type").allowedValues);

export function VerifiedDetails({ kind, row, company, zone }: VerifiedDetailsProps) {
  const [isRequesting, setIsRequesting] = useState(false);
  const fields = getLabelledFields(kind);
  const filter =
    kind === "branch" ? { branch: { _eq: row.id } } : { company: { _eq: row.id }, branch: { _null: true } };
  const { data: requests = [] } = useQuery(
    itemsQuery("Change_Requests", {
      filter,
      fields: requestFields,
      sort: ["-id"],
      limit: 3,
    }),
  );
  const pending = requests.find(({ status }) => status === "draft");
  const namedAreas = [row["area"], pending?.changes["area"]].filter((id) => typeof id === "number");
  const { data: areas = [] } = useQuery({
    ...areasQuery({ filter: { id: { _in: namedAreas } } }),
    enabled: namedAreas.length > 0,
  });
  const formatValue = (name: string, value: unknown): string => formatRequestedValue({ kind, name, value, areas });
  return (
    <Card
      title={
        <SectionLink menu={kind} edit="details">
          Details
        </SectionLink>
      }
      actions={
        <HelpButton title="Why can I not change these myself?">
          We verified these details against your documents. To change them, request a change with a reason; a verifier
          usually decides within one working day. Your current details stay in use until then.
        </HelpButton>
      }
    >
      <KeyValueList layout="stacked" minColumnWidth={240}>
        {Object.keys(fields).map((name) => (
          <KeyValue key={name} label={fields[name]?.label}>
            {formatValue(name, row[name])}
          </KeyValue>
        ))}
      </KeyValueList>
      {pending ? (
        <PendingChangeRequest request={pending} fields={fields} formatValue={formatValue} />
      ) : (
        <Button
          variant="default"
          size="lg"
          leftSection={<IconPencil size={20} aria-hidden="true" />}
          onClick={() => setIsRequesting(true)}
        >
          Request a change
        </Button>
      )}
      <DecidedChangeRequests
        requests={requests.filter(({ status }) => status === "rejected" || status === "published")}
        zone={zone}
      />
      <Sheet isOpen={isRequesting} title="Request a change" onClose={() => setIsRequesting(false)}>
        <SettingsForm
          fields={{ ...fields, ...(kind === "branch" && { area_name }), note }}
          row={row}
          submitLabel="Send request"
          successCode="REQUEST_SENT"
          onSave={async ({ note: reason, ...changes }) => {
            const subject = kind === "branch" ? { company, branch: row.id } : { company };
            await createItem("Change_Requests", { ...subject, ...toRequestedArea(changes), note: reason ?? null });
            setIsRequesting(false);
          }}
        >
          {Object.keys(fields).map((name) =>
            name === "area" ? (
              <RequestedAreaFields key={name} row={row} />
            ) : (
              <FormField
                key={name}
                name={name}
                {...(name.endsWith("address") && { widget: "long-text" as const })}
                {...(name === "company_type" && { options: companyTypeOptions })}
              />
            ),
          )}
          <FormField
            name="note"
            widget="long-text"
            description="For the verifier: what changed, and which document shows it."
          />
        </SettingsForm>
      </Sheet>
    </Card>
  );
}

/** The areas of the city and state as they are typed, or of the branch. */
function RequestedAreaFields({ row }: { row: Row }) {
  const { values } = useFormState();
  const getText = (name: string): string => String(values[name] || (row[name] ?? ""));
  return <AreaFields state={getText("state")} city={getText("city")} />;
}

/** An area that is not on the list is requested by its name, which is otherwise not sent. */
function toRequestedArea({ area_name: areaName = null, ...changes }: SettingChanges): {
  changes: SettingChanges;
  area_name?: SettingChanges[string];
} {
  if (changes["area"] !== otherArea.id) return { changes };
  const { area: _, ...others } = changes;
  if (areaName === null) throw new ApiError({ code: "AREA_REQUIRED", status: 400, extensions: { field: "area_name" } });
  return { changes: others, area_name: areaName };
}

function formatRequestedValue({
  kind,
  name,
  value,
  areas,
}: { kind: SubmissionKind; name: string; value: unknown } & { areas: readonly Area[] }): string {
  if (name === "area" && isFilled(value)) return areas.find(({ id }) => id === value)?.area_name ?? "…";
  return formatSubmissionValue({ kind, name, value }) ?? "Not given";
}

interface PendingChangeRequestProps {
  request: ChangeRequest;
  fields: Fields;
  formatValue: (name: string, value: unknown) => string;
}

function PendingChangeRequest({ request, fields, formatValue }: PendingChangeRequestProps) {
  return (
    <Notice
      icon={IconClock}
      actions={
        <AsyncButton
          variant="default"
          onPress={async () => {
            await updateItem("Change_Requests", request.id, { status: "archived" });
            await queryClient.invalidateQueries();
          }}
        >
          Cancel request
        </AsyncButton>
      }
    >
      <Stack gap="2xs">
        <strong>Waiting for verification</strong>
        {Object.entries(request.changes).map(([name, value]) => (
          <p key={name}>
            {fields[name]?.label ?? name}: <strong>{formatValue(name, value)}</strong>
          </p>
        ))}
        {request.area_name && (
          <p>
            {fields["area"]?.label}: <strong>{request.area_name}</strong> (not on the list)
          </p>
        )}
        <p>Requested by {request.user_created?.first_name ?? "unknown user"}.</p>
      </Stack>
    </Notice>
  );
}

function DecidedChangeRequests({ requests, zone }: { requests: readonly ChangeRequest[]; zone: string }) {
  if (requests.length === 0) return null;
  return (
    <RowList label="Past requests" isFramed={false}>
      {requests.map(({ id, status, answer, date_created: at }) => (
        <ListRow key={id}>
          <Group>
            <StatusBadge
              label={changeRequestStates.states[status].name}
              colour={changeRequestStates.states[status].colour}
            />
            <Text component="span" c="dimmed">
              requested <DateTime at={at} zone={zone} />
            </Text>
          </Group>
          {answer && <p>{answer}</p>}
        </ListRow>
      ))}
    </RowList>
  );
}
