// §1 /platform/companies/{id}: a company with its branches, contacts, documents, notes and history.
import { useQuery } from "@tanstack/react-query";
import { IconBuildingOff } from "@tabler/icons-react";
import { useState } from "react";
import { useParams } from "react-router";
import { serviceLabels } from "#domain/branches/services.ts";
import { formatRupees } from "#domain/money.ts";
import { parseId } from "#domain/schema/fields.ts";
import { ApiError } from "#web/api/api-error.ts";
import { itemsQuery } from "#web/api/items.ts";
import { useLiveCollections } from "#web/api/live-updates.ts";
import { CompanyNotes } from "#web/features/platform/companies/company-notes.tsx";
import { CompanyStatus } from "#web/features/platform/companies/company-status.tsx";
import {
  type CompanyBranch,
  type CompanyContact,
  type CompanyDetails,
  companyQuery,
} from "#web/features/platform/companies/companies-api.ts";
import { SuspensionButton, SuspensionDetails } from "#web/features/platform/companies/suspension.tsx";
import {
  CompanySupportLog,
  SupportCell,
  OpenAsSupportSheet,
} from "#web/features/platform/companies/open-as-support.tsx";
import { ActivityButton } from "#web/features/platform/review/activity.tsx";
import { SubmissionValue } from "#web/product/submission/submission-value.tsx";
import { getCompanyTypeLabel } from "#web/product/submission/labels.ts";
import { ButtonLink } from "#web/ui/button-link.tsx";
import { DataTable, type DataTableColumn } from "#web/ui/data/data-table.tsx";
import { DateTime } from "#web/ui/data/date-time.tsx";
import { KeyValue, KeyValueList } from "#web/ui/data/key-value-list.tsx";
import { RowLink } from "#web/ui/data/row-list.tsx";
import { StatTile } from "#web/ui/data/tile.tsx";
import { Grid, Group, Stack } from "#web/ui/layout.tsx";
import { Page, Card } from "#web/ui/page.tsx";
import { EmptyState, ErrorState, SkeletonRows } from "#web/ui/states.tsx";
import { Text, Title } from "#web/ui/text.tsx";

export function CompanyPage() {
  const { id = "" } = useParams();
  const company = parseId(id);
  return company === undefined ? <CompanyNotFound /> : <Company key={company} id={company} />;
}

function CompanyNotFound() {
  return (
    <Page title="Company">
      <EmptyState icon={IconBuildingOff} title="Company not found" text="It may have been removed.">
        <ButtonLink to="/platform/companies" size="lg">
          Go to companies
        </ButtonLink>
      </EmptyState>
    </Page>
  );
}

function Company({ id }: { id: number }) {
  useLiveCollections("Companies", "Branch");
  const { data, error, refetch } = useQuery(companyQuery(id));
  const [supported, setSupported] = useState<CompanyBranch>();
  if (error instanceof ApiError && error.code === "NO_MATCH_FOUND") return <CompanyNotFound />;
  if (!data)
    return (
      <Page title="Company">
        {error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <SkeletonRows count={6} />}
      </Page>
    );
  const { company, branches, contacts } = data;
  const branchNames = new Map(branches.map((branch) => [branch.id, branch.name]));
  return (
    <Page
      title={company.name}
      actions={
        <Group gap="sm">
          <CompanyStatus status={company.status} isSuspended={company.suspended_at !== null} />
          <SuspensionButton company={company} />
          <ButtonLink to={`/platform/review?company=${id}`} variant="default" size="md">
            Review
          </ButtonLink>
          <ActivityButton
            filter={{ company: { _eq: id } }}
            getPlace={(branch) => (branch === null ? undefined : branchNames.get(branch))}
          />
        </Group>
      }
    >
      <SuspensionDetails company={company} />
      <CompanyFigures branches={branches} />
      <Card title="Details">
        <CompanyFields company={company} />
      </Card>
      <Stack component="section" gap="sm">
        <Title>Branches</Title>
        {branches.length === 0 ? (
          <Text c="dimmed">No branch has been registered yet.</Text>
        ) : (
          <DataTable
            label="Branches"
            columns={getBranchColumns(id, setSupported)}
            rows={branches}
            getKey={(branch) => branch.id}
          />
        )}
        {supported && <OpenAsSupportSheet branch={supported} onClose={() => setSupported(undefined)} />}
      </Stack>
      <Stack component="section" gap="sm">
        <Title>Contacts</Title>
        {contacts.length === 0 ? (
          <Text c="dimmed">Nobody is registered as its admin.</Text>
        ) : (
          <DataTable
            label="Contacts"
            columns={contactColumns}
            rows={contacts}
            getKey={({ role, name, branch, email }) => [role, name, branch, email].join("|")}
          />
        )}
      </Stack>
      <CompanySupportLog company={id} branchNames={branchNames} />
      <CompanyDocuments company={id} branchNames={branchNames} />
      <CompanyNotes company={id} />
    </Page>
  );
}

function CompanyFigures({ branches }: { branches: readonly CompanyBranch[] }) {
  const sum = (name: "people" | "inside" | "entries" | "received"): number =>
    branches.reduce((total, branch) => total + branch[name], 0);
  return (
    <Grid minColumnWidth={150}>
      <StatTile label="Inside now" value={sum("inside")} />
      <StatTile label="Entries, 30 days" value={sum("entries").toLocaleString("en-IN")} />
      <StatTile label="Net, 30 days" value={formatRupees(sum("received"))} />
      <StatTile label="People" value={sum("people")} />
    </Grid>
  );
}

function CompanyFields({ company }: { company: CompanyDetails["company"] }) {
  return (
    <KeyValueList layout="stacked" minColumnWidth={200}>
      <KeyValue label="Registered name">{company.registered_name ?? "–"}</KeyValue>
      <KeyValue label="Type">{getCompanyTypeLabel(company.company_type)}</KeyValue>
      <KeyValue label="PAN">{company.pan ?? "–"}</KeyValue>
      <KeyValue label="CIN">{company.cin_number ?? "–"}</KeyValue>
      <KeyValue label="Registered on">
        <DateTime at={company.date_created} />
      </KeyValue>
    </KeyValueList>
  );
}

function getBranchColumns(
  company: number,
  onSupport: (branch: CompanyBranch) => void,
): readonly DataTableColumn<CompanyBranch>[] {
  return [
    {
      header: "Branch",
      isRowHeader: true,
      cell: ({ id, name }) => <RowLink to={`/platform/review?company=${company}&branch=${id}`}>{name}</RowLink>,
    },
    { header: "Status", cell: ({ status }) => <CompanyStatus status={status} /> },
    { header: "City", cell: ({ city, state }) => [city, state].filter(Boolean).join(", ") || "–" },
    { header: "Services", cell: ({ services }) => services.map((service) => serviceLabels[service]).join(", ") || "–" },
    { header: "People", align: "end", cell: ({ people }) => people },
    { header: "Inside", align: "end", cell: ({ inside }) => inside },
    { header: "Entries", align: "end", cell: ({ entries }) => entries.toLocaleString("en-IN") },
    { header: "Received", align: "end", cell: ({ received }) => formatRupees(received) },
    { header: "Support", cell: (branch) => <SupportCell branch={branch} onPress={() => onSupport(branch)} /> },
  ];
}

const contactColumns: readonly DataTableColumn<CompanyContact>[] = [
  { header: "Name", isRowHeader: true, cell: ({ name }) => name },
  { header: "Role", cell: ({ role, status }) => (status && status !== "active" ? `${role}, ${status}` : role) },
  { header: "Branch", cell: ({ branch }) => branch ?? "–" },
  { header: "Phone", cell: ({ phone }) => (phone ? <a href={`tel:+91${phone}`}>{phone}</a> : "–") },
  { header: "Email", cell: ({ email }) => (email ? <a href={`mailto:${email}`}>{email}</a> : "–") },
  { header: "Last login", cell: ({ last_access }) => (last_access ? <DateTime at={last_access} /> : "–") },
];

function CompanyDocuments({ company, branchNames }: { company: number; branchNames: ReadonlyMap<number, string> }) {
  const { data, error, refetch } = useQuery(
    itemsQuery("Onboarding_Documents", {
      filter: { company: { _eq: company } },
      fields: ["id", "kind", "branch", "file.id", "file.filename_download", "file.type"],
      sort: ["branch", "id"],
      limit: 200,
    }),
  );
  return (
    <Card title="Documents">
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && !error && <SkeletonRows count={2} />}
      {data?.length === 0 && <Text c="dimmed">No documents.</Text>}
      {data &&
        [...branchNames].map(([branch, name]) => {
          const documents = data.filter((document) => document.branch === branch);
          return (
            documents.length > 0 && (
              <Stack key={branch} gap="2xs">
                <Text c="dimmed">{name}</Text>
                <SubmissionValue kind="branch" name="documents" value={documents} />
              </Stack>
            )
          );
        })}
    </Card>
  );
}
