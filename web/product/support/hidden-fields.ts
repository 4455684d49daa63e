// §1: fields that a page lists, without those that are not read as support: a request that names one is refused.
import { queryClient } from "#web/api/query-client.ts";
import { sessionQuery } from "#web/api/session.ts";

export function omitFromSupport<F extends string>(fields: readonly F[], hidden: readonly F[]): readonly F[] {
  const isSupport = queryClient.getQueryData(sessionQuery.queryKey)?.support !== undefined;
  return isSupport ? fields.filter((field) => !hidden.includes(field)) : fields;
}
