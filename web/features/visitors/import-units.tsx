// §5 Import of the units of a branch from a file.
import { getUnitTemplate } from "#domain/visitors/unit-import.ts";
import { call } from "#web/api/call.ts";
import { refreshItems } from "#web/api/query-client.ts";
import { ImportList, type ListImport } from "#web/product/import-list.tsx";
import { showSuccess } from "#web/ui/feedback.ts";

const number = new Intl.NumberFormat("en-IN");
const formatRowCount = (count: number): string => (count === 1 ? "1 row" : `${number.format(count)} rows`);

const list: ListImport = {
  title: "Import units",
  text: "Each row is a member of a unit, or a unit without members. Vehicles of members come in without being asked for.",
  template: { name: "units-template.csv", rows: getUnitTemplate() },
  readPreview: (body) => call({ route: "POST /actions/units/import/preview", body }),
  getPath: ({ isPartial }) => `/actions/units/import${isPartial ? "?rows=good" : ""}`,
  formatCount: formatRowCount,
  async onImported(created) {
    await refreshItems("Branch_Units");
    showSuccess(`${formatRowCount(created)} imported`);
  },
};

export function ImportUnits({ onClose }: { onClose: () => void }) {
  return <ImportList list={list} onClose={onClose} />;
}
