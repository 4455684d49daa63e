// §2: the state of a PIN code.
import { queryOptions } from "@tanstack/react-query";
import { call } from "#web/api/call.ts";

export function stateOfPinCodeQuery(pincode: string) {
  return queryOptions({
    queryKey: ["pin-code", pincode],
    queryFn: ({ signal }) => call({ route: "GET /actions/onboarding/pin-code", query: { pincode } }, { signal }),
    enabled: /^\d{6}$/.test(pincode),
    // It only fills a field.
    retry: false,
    staleTime: Infinity,
  });
}
