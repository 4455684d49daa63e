// §3 visitorSelection: the employee a visitor comes to meet.
import { useQuery } from "@tanstack/react-query";
import { itemsQuery } from "#web/api/items.ts";
import { useBranch } from "#web/api/use-session.ts";
import { FormField } from "#web/product/forms/form-field.tsx";
import { t } from "#web/languages/t.ts";

/** The form field `visitor_id`; hidden if the branch has no employees. */
export function HostField() {
  const { branch } = useBranch();
  const { data: employees = [] } = useQuery(
    itemsQuery("users", {
      filter: {
        default_branch: { _eq: branch.id },
        is_employee_user: { _eq: true },
        status: { _eq: "active" },
      },
      fields: ["id", "first_name", "department"],
      sort: ["first_name"],
      limit: -1,
    }),
  );
  if (employees.length === 0) return null;
  const options = employees.map(({ id, first_name, department }) => ({
    value: id,
    label: department ? `${first_name}, ${department}` : first_name,
  }));
  return <FormField name="visitor_id" label={t("Person to meet")} placeholder={t("Not specified")} options={options} />;
}
