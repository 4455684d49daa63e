// GSTIN and PAN register with the API of Cashfree. The result depends on one character of the number.
import type { FastifyInstance } from "fastify";
import { answerWithFault, type FaultSettings } from "#simulators/faults.ts";

export const taxIdClient = "simulated-client";
export const taxIdSecret = "simulated-secret";

/**
 * By the 13th character: 1 active, 2 cancelled, 3 suspended, 4 not found, 5 insufficient balance, 6 inconclusive
 * response.
 */
const statuses: { [digit: string]: string } = { "1": "Active", "2": "Cancelled", "3": "Suspended" };

interface SimulatedResponse {
  status: number;
  body: unknown;
}
type RequestFields = { [name: string]: unknown };

export function taxIdRoutes(app: FastifyInstance, { faults }: { faults: FaultSettings }): void {
  let requestCount = 0;
  for (const [path, handler] of [
    ["gstin", handleGstin],
    ["pan", handlePan],
  ] as const)
    app.post(`/verification/${path}`, (request, reply) =>
      answerWithFault({
        fault: faults.get("tax-ids"),
        slowMs: faults.slowMs,
        request,
        reply,
        handle: () => {
          const { "x-client-id": id, "x-client-secret": secret } = request.headers;
          if (id !== taxIdClient || secret !== taxIdSecret)
            return { status: 401, body: { type: "authentication_error", message: "authentication failed" } };
          requestCount += 1;
          return handler({ body: (request.body ?? {}) as RequestFields, reference: requestCount });
        },
      }),
    );
}

function handleGstin({ body, reference }: { body: RequestFields; reference: number }): SimulatedResponse {
  const { GSTIN: gstin } = body;
  if (typeof gstin !== "string" || !/^\d{2}[A-Z]{5}\d{4}[A-Z][1-9A-Z]Z[0-9A-Z]$/.test(gstin))
    return { status: 400, body: { type: "validation_error", code: "gstin_value_invalid" } };
  const digit = gstin.charAt(12);
  if (digit === "5") return { status: 422, body: { type: "validation_error", code: "insufficient_balance" } };
  if (digit === "6") return { status: 200, body: { message: "try later" } };
  const common = { reference_id: reference, GSTIN: gstin };
  const status = digit === "4" ? undefined : (statuses[digit] ?? "Active");
  if (!status) return { status: 200, body: { ...common, valid: false, message: "GSTIN Doesn't Exist" } };
  return {
    status: 200,
    body: {
      ...common,
      legal_name_of_business: "SIMULATED PARKING PRIVATE LIMITED",
      trade_name_of_business: "Simulated Parking",
      date_of_registration: "2017-09-30",
      constitution_of_business: "Private Limited Company",
      taxpayer_type: "Regular",
      gst_in_status: status,
      principal_place_address: "12 Simulated Street, Chennai, Tamil Nadu, 600017",
      valid: true,
      message: "GSTIN Exists",
    },
  };
}

/** By the last digit of the serial: 4 not found, 5 insufficient balance; else valid. */
function handlePan({ body, reference }: { body: RequestFields; reference: number }): SimulatedResponse {
  const { pan } = body;
  if (typeof pan !== "string" || !/^[A-Z]{5}\d{4}[A-Z]$/.test(pan))
    return { status: 400, body: { type: "validation_error", code: "pan_value_invalid" } };
  const digit = pan.charAt(8);
  if (digit === "5") return { status: 422, body: { type: "validation_error", code: "insufficient_balance" } };
  const isValid = digit !== "4";
  return {
    status: 200,
    body: {
      pan,
      type: pan.charAt(3) === "P" ? "Individual" : "Company",
      reference_id: reference,
      registered_name: isValid ? "SIMULATED PERSON" : "",
      valid: isValid,
      pan_status: isValid ? "VALID" : "INVALID",
      message: isValid ? "PAN verified successfully" : "Invalid PAN",
    },
  };
}
