// §5 Import of staff or employees from a file.
import { canLackEmail } from "#domain/people/phone-log-in.ts";
import { type ImportedRole, getImportTemplate } from "#domain/people/people-import.ts";
import { type PeopleKind, getPeopleLabels } from "#domain/people/people.ts";
import { call } from "#web/api/call.ts";
import { refreshItems } from "#web/api/query-client.ts";
import { useBranch } from "#web/api/use-session.ts";
import { ImportList, type ListImport } from "#web/product/import-list.tsx";
import { showSuccess } from "#web/ui/feedback.ts";

const number = new Intl.NumberFormat("en-IN");
const formatPeopleCount = (count: number): string => (count === 1 ? "1 person" : `${number.format(count)} people`);

interface ImportPeopleProps {
  role: ImportedRole;
  kind: PeopleKind;
  onClose: () => void;
}

export function ImportPeople({ role, kind, onClose }: ImportPeopleProps) {
  const { company } = useBranch();
  const list: ListImport = {
    title: `Import ${getPeopleLabels({ kind, company }).many.toLowerCase()}`,
    text: canLackEmail(role)
      ? "Each row is a person, who gets an invitation by email, or without an email by SMS."
      : "Each row is a person, who gets an invitation by email and chooses a password.",
    template: { name: `${role}-template.csv`, rows: getImportTemplate(role) },
    readPreview: (body) => call({ route: "POST /actions/people/import/preview", query: { role }, body }),
    getPath: ({ isPartial }) => `/actions/people/import?role=${role}${isPartial ? "&rows=good" : ""}`,
    formatCount: formatPeopleCount,
    async onImported(created) {
      await refreshItems("users");
      showSuccess(`${formatPeopleCount(created)} imported and invited`);
    },
  };
  return <ImportList list={list} onClose={onClose} />;
}
