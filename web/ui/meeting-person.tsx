// §3 visitorSelection: the employee of the branch whom a visitor comes to meet.
import { useQuery } from "@tanstack/react-query";
import { itemsQuery } from "#web/items/items.ts";
import { useBranch } from "#web/items/use-session.ts";
import { FormField } from "#web/ui/form-field.tsx";

interface Employee {
  id: string;
  first_name: string;
  department: string | null;
}

/** The form's field `visitor_id`; nothing where the branch has no employees. */
export function MeetingPerson() {
  const { branch } = useBranch();
  const { data: employees = [] } = useQuery(
    itemsQuery<Employee>("users", {
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
  return <FormField name="visitor_id" label="Whom they meet" placeholder="Nobody in particular" options={options} />;
}
