// The button of a new entry, named by what it does: at a branch whose entries need approval it sends a request, except for a
// regular visitor of the chosen unit, who is let in at once.
import { useQuery } from "@tanstack/react-query";
import { ParkingMainInformation } from "#domain/parking/visitor-records.collection.ts";
import { isPermittedAt } from "#domain/visitors/visit-permission.ts";
import { itemsQuery } from "#web/api/items.ts";
import { useBranch } from "#web/api/use-session.ts";
import { getEntryLabel, isEntryRequest } from "#web/product/forms/entry-label.ts";
import { useUnits } from "#web/product/forms/unit-field.tsx";
import { SubmitButton, useFormState } from "#web/ui/forms/form.tsx";
import { useNow } from "#web/ui/use-now.ts";
import { t } from "#web/languages/t.ts";

const { phone_no, vehicle_no } = ParkingMainInformation.fields;

/** Whether a standing permission lets the typed visitor of the typed unit in now, by the rule of the server. */
function useIsPermitted({ isPerson, isPass }: { isPerson: boolean; isPass: boolean }): boolean {
  const { branch, zone } = useBranch();
  const now = useNow(60_000);
  const { values } = useFormState();
  const read = (name: string): string => String(values[name] ?? "");
  const unit = useUnits().find(({ name }) => name.toLowerCase() === read("unit").toLowerCase());
  const value = isPerson ? phone_no.normalise?.(read("phone_no")) : vehicle_no.normalise?.(read("vehicle_no"));
  const { data: permissions = [] } = useQuery({
    ...itemsQuery("Visit_Permissions", {
      filter: { unit: { _eq: unit?.id ?? 0 }, [isPerson ? "phone" : "vehicle_no"]: { _eq: value ?? "" } },
      fields: ["id", "days", "from_time", "until_time"],
      limit: 20,
    }),
    enabled: isEntryRequest(branch) && unit !== undefined && Boolean(value) && !isPass,
  });
  if (!unit || !value || isPass) return false;
  return permissions.some((permission) => isPermittedAt({ permission, at: now, zone }));
}

export function EntrySubmitButton({ isPerson, isPass = false }: { isPerson: boolean; isPass?: boolean }) {
  const { branch } = useBranch();
  const isPermitted = useIsPermitted({ isPerson, isPass });
  if (isPass && !isEntryRequest(branch)) return <SubmitButton>{t("Issue pass")}</SubmitButton>;
  return <SubmitButton>{isPermitted ? t("Check in") : t(getEntryLabel(branch))}</SubmitButton>;
}
