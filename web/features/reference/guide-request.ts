// §7: a request of an example as a curl command.
import { formatQueryValue, type GuideRequest } from "#domain/integrations/guides.ts";

export function formatGuideRequest({
  request: { method, path, query = {}, body, idempotencyKey },
  isPublic,
  origin,
}: {
  request: GuideRequest;
  isPublic: boolean;
  origin: string;
}): string {
  const parameters = Object.entries(query);
  const lines = [
    `curl ${parameters.length > 0 ? "-G " : ""}${method === "GET" ? "" : `-X ${method} `}"${origin}${path}"`,
  ];
  if (!isPublic) lines.push('-H "Authorization: Bearer $TOKEN"');
  if (idempotencyKey !== undefined) lines.push(`-H "Idempotency-Key: ${idempotencyKey}"`);
  for (const [name, value] of parameters) lines.push(`--data-urlencode '${name}=${formatQueryValue(value)}'`);
  if (body) lines.push('-H "Content-Type: application/json"', `-d '${JSON.stringify(body)}'`);
  return lines.join(" \\\n  ");
}
