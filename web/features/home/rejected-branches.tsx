// For an admin, the branches of the company whose registration was rejected: nobody can log in there to see it.
import { useQuery } from "@tanstack/react-query";
import { IconAlertTriangle } from "@tabler/icons-react";
import { itemsQuery } from "#web/api/items.ts";
import { useBranch } from "#web/api/use-session.ts";
import { NoticeLink } from "#web/ui/notice-link.tsx";

export function RejectedBranches() {
  const { branch, company, path } = useBranch();
  const { data } = useQuery(
    itemsQuery("Branch", {
      filter: { company: { _eq: company.id }, status: { _eq: "rejected" }, id: { _neq: branch.id } },
      fields: ["id", "name"],
      sort: ["name"],
      limit: -1,
    }),
  );
  return data?.map(({ id, name }) => (
    <NoticeLink key={id} icon={IconAlertTriangle} to={path(`onboarding-form?of=${id}`)}>
      The registration of {name} was rejected. See what to correct
    </NoticeLink>
  ));
}
