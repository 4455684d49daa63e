// Calls of actions, with routes, parameters and bodies checked against their contracts. Only types of the contracts are
// imported: their schemas stay on the server.
import type { ActionRequest } from "#domain/contracts.ts";
import { request } from "#web/api/client.ts";

/** Returns `data` of the reply. Throws ApiError. */
export async function call<Reply>(action: ActionRequest, signal?: AbortSignal): Promise<Reply> {
  const [method, template = ""] = action.route.split(" ", 2);
  const address = "id" in action ? template.replace(":id", String(action.id)) : template;
  const path = "query" in action ? `${address}?${new URLSearchParams(action.query)}` : address;
  const body = "body" in action ? (action.body ?? {}) : {};
  const { data } = await request<{ data: Reply }>(
    path,
    method === "GET" ? { signal } : { method: "POST", body, signal },
  );
  return data;
}
