// Mail over SMTP, to any standard server.
import { z } from "zod";
import { outboundTimeoutMs } from "#server/http/json-client.ts";
import type { MailAdapter, SendOutcome } from "#server/messaging/message-adapters.ts";

/**
 * `url` is smtps:// (TLS from the first byte) or smtp:// with user and password; `from` is an address, with or without
 * a name. With smtp:// STARTTLS is required unless the URL has `?tls=none`, so that neither the server nor an attacker
 * can downgrade the connection.
 */
export function createSmtpAdapter({ url: address, from }: { url: string; from: string }): MailAdapter {
  const url = new URL(address);
  const isPlain = url.searchParams.get("tls") === "none";
  url.searchParams.delete("tls");
  const connect = async () => {
    // It takes 13 MB, which a server that sends no mail does not need.
    const { createTransport } = await import("nodemailer");
    return createTransport({
      url: url.href,
      ...(isPlain ? { ignoreTLS: true } : { requireTLS: true }),
      connectionTimeout: outboundTimeoutMs,
      greetingTimeout: outboundTimeoutMs,
      socketTimeout: outboundTimeoutMs,
      disableFileAccess: true,
      disableUrlAccess: true,
    });
  };
  let transport: ReturnType<typeof connect> | undefined;
  const domain = /@([^\s@>]+)>?\s*$/.exec(from)?.[1] ?? "localhost";
  return {
    send: async ({ to, subject, text, html, reference }) => {
      try {
        const messageId = `<${reference}@${domain}>`;
        // Passed as an object, so that the text cannot add a second recipient.
        transport ??= connect();
        const info = await (
          await transport
        ).sendMail({ from, to: { name: "", address: to }, subject, text, html, messageId });
        return { isSent: true, providerId: info.response.slice(0, 200) };
      } catch (error) {
        return toFailureOutcome(error);
      }
    },
  };
}

/** Errors of nodemailer; `responseCode` is the mail server's. */
const smtpError = z
  .object({
    code: z.string().optional().catch(undefined),
    responseCode: z.number().optional().catch(undefined),
    command: z.string().optional().catch(undefined),
  })
  .catch({});

function toFailureOutcome(error: unknown): SendOutcome {
  const { code, responseCode, command } = smtpError.parse(error);
  // 5xx for the address or the data concerns this message; any other error concerns the account or the server.
  const isAboutMessage = /^(RCPT TO|DATA)$/.test(command ?? "") || code === "EENVELOPE" || code === "EMESSAGE";
  const isPermanent = isAboutMessage && responseCode !== undefined && responseCode >= 500 && responseCode < 600;
  if (isPermanent)
    return { isSent: false, isPermanent, reason: `The mail server rejected this email (${responseCode}).` };
  if (code === "EAUTH") return { isSent: false, isPermanent: false, reason: "The mail server rejected the login." };
  const detail = responseCode ?? code ?? "no answer";
  return { isSent: false, isPermanent: false, reason: `The mail server is not available (${detail}).` };
}
