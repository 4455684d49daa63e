// GSTIN and PAN asked of Cashfree's verification service (https://api.cashfree.com/verification).
import { postJson, type Reply, textAt } from "#server/adapters/http-json.ts";

export interface TaxIdService {
  /** Without a path. */
  url: string;
  id: string;
  secret: string;
}

export interface GstinAnswer {
  /** As the register has it: 'Active', 'Cancelled', 'Suspended', …; empty where there is no such GSTIN. */
  status: string;
  legalName: string;
  tradeName: string;
  address: string;
  constitution: string;
  taxpayerType: string;
  /** 'YYYY-MM-DD', or empty. */
  registeredOn: string;
  providerId: string;
}
export interface PanAnswer {
  isValid: boolean;
  registeredName: string;
  category: string;
  providerId: string;
}
/** The register answered, or it could not be asked: which is no answer about the number. `reason` is for the log. */
export type Asked<T> = { isAnswered: true; answer: T } | { isAnswered: false; reason: string };

export interface TaxIdAdapter {
  gstin: (gstin: string) => Promise<Asked<GstinAnswer>>;
  pan: (args: { pan: string; name: string | null }) => Promise<Asked<PanAnswer>>;
}

export function cashfree({ url, id, secret }: TaxIdService): TaxIdAdapter {
  const headers = { "x-client-id": id, "x-client-secret": secret };
  const ask = (path: string, body: object) => postJson({ url: `${url}/verification/${path}`, headers, body });
  return {
    gstin: async (gstin) => {
      const reply = await ask("gstin", { GSTIN: gstin });
      const body = answered(reply);
      if (!body) return unanswered(reply);
      const of = (name: string): string => textAt(body, name);
      // An answer about another number, or about nothing, is none.
      if (of("GSTIN") !== gstin) return { isAnswered: false, reason: "it answered about another number" };
      return {
        isAnswered: true,
        answer: {
          status: body["valid"] === true ? of("gst_in_status") : "",
          legalName: of("legal_name_of_business"),
          tradeName: of("trade_name_of_business"),
          address: of("principal_place_address"),
          constitution: of("constitution_of_business"),
          taxpayerType: of("taxpayer_type"),
          registeredOn: of("date_of_registration"),
          providerId: providerId(body),
        },
      };
    },
    pan: async ({ pan, name }) => {
      const reply = await ask("pan", name === null ? { pan } : { pan, name });
      const body = answered(reply);
      if (!body) return unanswered(reply);
      if (textAt(body, "pan") !== pan) return { isAnswered: false, reason: "it answered about another number" };
      return {
        isAnswered: true,
        answer: {
          isValid: body["valid"] === true,
          registeredName: textAt(body, "registered_name"),
          category: textAt(body, "type"),
          providerId: providerId(body),
        },
      };
    },
  };
}

/** Only a 200 that says whether the number is valid is an answer; an empty purse or a wrong key says nothing of it. */
function answered(reply: Reply): { [name: string]: unknown } | undefined {
  if (!reply.isAnswered || reply.status !== 200 || typeof reply.body !== "object" || reply.body === null)
    return undefined;
  const body = reply.body as { [name: string]: unknown };
  return typeof body["valid"] === "boolean" ? body : undefined;
}

function unanswered(reply: Reply): { isAnswered: false; reason: string } {
  if (!reply.isAnswered) return reply;
  return { isAnswered: false, reason: `it answered ${reply.status}, not readable as one about the number` };
}

function providerId(body: { [name: string]: unknown }): string {
  const { reference_id: id } = body;
  return typeof id === "number" || typeof id === "string" ? String(id) : "";
}
