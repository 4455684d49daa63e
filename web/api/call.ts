// Calls of actions, with routes, parameters, bodies and replies checked against their contracts. Only types of the
// contracts are imported: their schemas stay on the server.
import type { ActionCall, ActionReply, ActionRoute } from "#domain/contracts.ts";
import { request } from "#web/api/client.ts";

interface CallOptions {
  signal?: AbortSignal | undefined;
  /** For public pages: sends no token and passes a 401 on. */
  isPublic?: boolean;
}

/** Returns `data` of the reply; undefined for an empty one. Throws ApiError. */
export async function call<R extends ActionRoute>(
  action: ActionCall<R>,
  options: CallOptions = {},
): Promise<ActionReply<R>> {
  const { method, path, body, headers } = toRequest(action);
  const common = { ...options, ...(headers ? { headers: toTextValues(headers) } : {}) };
  const { data } = await request<{ data: ActionReply<R> }>(
    path,
    method === "GET" ? common : { ...common, method: "POST", body: body ?? {} },
  );
  return data;
}

interface ActionRequest {
  method: string;
  path: string;
  body: object | undefined;
  headers: object | undefined;
}

/** The HTTP request of a call. */
export function toRequest<R extends ActionRoute>(action: ActionCall<R>): ActionRequest {
  const { route, body, query, headers, ...parameters }: AnyCall = action;
  const [method = "", template = ""] = route.split(" ", 2);
  const address = template.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(parameters[name])));
  const path = query ? `${address}?${new URLSearchParams(toTextValues(query))}` : address;
  return { method, path, body, headers };
}

interface AnyCall {
  route: string;
  body?: object;
  query?: object;
  headers?: object;
  [parameter: string]: unknown;
}

/** Omits absent values. */
function toTextValues(values: object): { [name: string]: string } {
  const present = Object.entries(values).filter(([, value]) => value !== undefined);
  return Object.fromEntries(present.map(([name, value]) => [name, String(value)]));
}
