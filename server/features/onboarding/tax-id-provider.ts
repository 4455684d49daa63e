// Adapter of Cashfree's verification service for GSTIN and PAN (https://api.cashfree.com/verification).
import { postJson, type JsonReply, getText } from "#server/http/json-client.ts";

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

export function createCashfreeAdapter({ url, id, secret }: TaxIdServiceConfig): TaxIdAdapter {
  const headers = { "x-client-id": id, "x-client-secret": secret };
  const sendRequest = (path: string, body: object) => postJson({ url: `${url}/verification/${path}`, headers, body });
  return {
    gstin: async (gstin) => {
      const reply = await sendRequest("gstin", { GSTIN: gstin });
      const body = parseResult(reply);
      if (!body) return toUnavailable(reply);
      const getField = (name: string): string => getText(body, name);
      // A response about another number counts as none.
      if (getField("GSTIN") !== gstin) return { hasResponse: false, reason: "response about another number" };
      return {
        hasResponse: true,
        details: {
          status: body["valid"] === true ? getField("gst_in_status") : "",
          legalName: getField("legal_name_of_business"),
          tradeName: getField("trade_name_of_business"),
          address: getField("principal_place_address"),
          constitution: getField("constitution_of_business"),
          taxpayerType: getField("taxpayer_type"),
          registeredOn: getField("date_of_registration"),
          providerId: getProviderId(body),
        },
      };
    },
    pan: async ({ pan, name }) => {
      const reply = await sendRequest("pan", name === null ? { pan } : { pan, name });
      const body = parseResult(reply);
      if (!body) return toUnavailable(reply);
      if (getText(body, "pan") !== pan) return { hasResponse: false, reason: "response about another number" };
      return {
        hasResponse: true,
        details: {
          isValid: body["valid"] === true,
          registeredName: getText(body, "registered_name"),
          category: getText(body, "type"),
          providerId: getProviderId(body),
        },
      };
    },
  };
}

/**
 * Only a 200 with the validity of the number is a result; an exhausted balance or a wrong key says nothing about it.
 */
function parseResult(reply: JsonReply): { [name: string]: unknown } | undefined {
  if (!reply.hasResponse || reply.status !== 200 || typeof reply.body !== "object" || reply.body === null)
    return undefined;
  const body: { [name: string]: unknown } = { ...reply.body };
  return typeof body["valid"] === "boolean" ? body : undefined;
}

function toUnavailable(reply: JsonReply): { hasResponse: false; reason: string } {
  if (!reply.hasResponse) return reply;
  return { hasResponse: false, reason: `unexpected response with status ${reply.status}` };
}

function getProviderId(body: { [name: string]: unknown }): string {
  const { reference_id: id } = body;
  return typeof id === "number" || typeof id === "string" ? String(id) : "";
}
