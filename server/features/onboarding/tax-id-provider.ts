// Adapter of Cashfree's verification service for GSTIN and PAN (https://api.cashfree.com/verification).
import { z } from "zod";
import { postJson, type JsonReply } from "#server/http/json-client.ts";

export interface TaxIdServiceConfig {
  /** Without a path. */
  url: string;
  id: string;
  secret: string;
}

export interface GstinDetails {
  /** Status of the register: 'Active', 'Cancelled', 'Suspended', …; empty if the GSTIN does not exist. */
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
export interface PanDetails {
  isValid: boolean;
  registeredName: string;
  category: string;
  providerId: string;
}
/** The register's response, or none, which says nothing about the number. `reason` is for the log. */
export type RegisterResult<T> = { hasResponse: true; details: T } | { hasResponse: false; reason: string };

export interface TaxIdAdapter {
  gstin: (gstin: string) => Promise<RegisterResult<GstinDetails>>;
  pan: (args: { pan: string; name: string | null }) => Promise<RegisterResult<PanDetails>>;
}

/** Empty if missing or no text. */
const text = z.string().catch("");
const providerId = z.union([z.string(), z.number().transform(String)]).catch("");

/** Only an answer with the validity of the number is a result. Unknown fields are ignored. */
const gstinAnswer = z.object({
  valid: z.boolean(),
  GSTIN: text,
  gst_in_status: text,
  legal_name_of_business: text,
  trade_name_of_business: text,
  principal_place_address: text,
  constitution_of_business: text,
  taxpayer_type: text,
  date_of_registration: text,
  reference_id: providerId,
});
const panAnswer = z.object({
  valid: z.boolean(),
  pan: text,
  registered_name: text,
  type: text,
  reference_id: providerId,
});

export function createCashfreeAdapter({ url, id, secret }: TaxIdServiceConfig): TaxIdAdapter {
  const headers = { "x-client-id": id, "x-client-secret": secret };
  const sendRequest = (path: string, body: object) => postJson({ url: `${url}/verification/${path}`, headers, body });
  return {
    gstin: async (gstin) => {
      const reply = await sendRequest("gstin", { GSTIN: gstin });
      const answer = parseAnswer({ reply, schema: gstinAnswer });
      if (!answer) return toUnavailable(reply);
      // A response about another number counts as none.
      if (answer.GSTIN !== gstin) return { hasResponse: false, reason: "response about another number" };
      return {
        hasResponse: true,
        details: {
          status: answer.valid ? answer.gst_in_status : "",
          legalName: answer.legal_name_of_business,
          tradeName: answer.trade_name_of_business,
          address: answer.principal_place_address,
          constitution: answer.constitution_of_business,
          taxpayerType: answer.taxpayer_type,
          registeredOn: answer.date_of_registration,
          providerId: answer.reference_id,
        },
      };
    },
    pan: async ({ pan, name }) => {
      const reply = await sendRequest("pan", name === null ? { pan } : { pan, name });
      const answer = parseAnswer({ reply, schema: panAnswer });
      if (!answer) return toUnavailable(reply);
      if (answer.pan !== pan) return { hasResponse: false, reason: "response about another number" };
      return {
        hasResponse: true,
        details: {
          isValid: answer.valid,
          registeredName: answer.registered_name,
          category: answer.type,
          providerId: answer.reference_id,
        },
      };
    },
  };
}

/** Only a 200 is a result; an exhausted balance or a wrong key says nothing about the number. */
function parseAnswer<T>({ reply, schema }: { reply: JsonReply; schema: z.ZodType<T> }): T | undefined {
  return reply.hasResponse && reply.status === 200 ? schema.safeParse(reply.body).data : undefined;
}

function toUnavailable(reply: JsonReply): { hasResponse: false; reason: string } {
  if (!reply.hasResponse) return reply;
  return { hasResponse: false, reason: `unexpected response with status ${reply.status}` };
}
