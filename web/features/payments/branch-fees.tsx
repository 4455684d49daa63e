// §1: the platform's fees at the branch, and what has been confirmed for later.
import { useQuery } from "@tanstack/react-query";
import { feeNames, formatFee, noFee } from "#domain/platform/two-person-change.ts";
import { TwoPersonChanges } from "#domain/platform/two-person-changes.collection.ts";
import { getFieldLabel } from "#domain/schema/fields.ts";
import { itemQuery, itemsQuery } from "#web/api/items.ts";
import { useLiveCollections } from "#web/api/live-updates.ts";
import { useBranch } from "#web/api/use-session.ts";
import { KeyValue, KeyValueList } from "#web/ui/data/key-value-list.tsx";
import { Row, RowList } from "#web/ui/data/row-list.tsx";
import { Card } from "#web/ui/page.tsx";
import { ErrorState, SkeletonRows } from "#web/ui/states.tsx";
import { Text } from "#web/ui/text.tsx";
import { LongText } from "#web/ui/data/long-text.tsx";

const labels = feeNames.map((name) => ({ name, label: getFieldLabel(name, TwoPersonChanges.fields[name]) }));

export function BranchFees() {
  const { branch } = useBranch();
  useLiveCollections("Two_Person_Changes", "Branch");
  const current = useQuery(itemQuery("Branch", branch.id, { fields: [...feeNames] }));
  const changes = useQuery(
    itemsQuery("Two_Person_Changes", {
      filter: { branch: { _eq: branch.id } },
      fields: ["id", ...feeNames, "start_day", "reason", "previous"],
      sort: ["-start_day", "-id"],
      limit: 10,
    }),
  );
  const failed = [current, changes].find(({ error, data }) => error !== null && !data);
  const fees = current.data;
  return (
    <Card title="Fees of the platform">
      <Text c="dimmed">
        Percentage of what the branch receives. Customers pay nothing more. Admins get an email about each change.
      </Text>
      {failed ? (
        <ErrorState error={failed.error} onRetry={() => void failed.refetch()} />
      ) : fees && changes.data ? (
        <>
          <KeyValueList>
            {labels.map(({ name, label }) => (
              <KeyValue key={name} label={label}>
                {formatFee(fees[name], noFee)}
              </KeyValue>
            ))}
          </KeyValueList>
          {changes.data.length > 0 && (
            <RowList label="Changes of the fees" isFramed={false}>
              {changes.data.map((change) => (
                <Row key={change.id}>
                  {labels
                    .filter(({ name }) => change.previous[name] !== change[name])
                    .map(({ name, label }) => (
                      <p key={name}>
                        {label}: {formatFee(change[name], noFee)} from {change.start_day}, before:{" "}
                        {formatFee(change.previous[name], noFee).toLowerCase()}
                      </p>
                    ))}
                  <Text c="dimmed">
                    Reason: <LongText>{change.reason}</LongText>
                  </Text>
                </Row>
              ))}
            </RowList>
          )}
        </>
      ) : (
        <SkeletonRows count={1} />
      )}
    </Card>
  );
}
