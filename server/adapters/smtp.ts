// Mail over SMTP, to any server that speaks it.
import { createTransport } from "nodemailer";
import { type MailAdapter, type Outcome, patienceMs } from "#server/adapters/messages.ts";

/** `url` is smtp:// or smtps:// with user and password; `from` an address, with or without a name. */
export function smtpMail({ url, from }: { url: string; from: string }): MailAdapter {
  const transport = createTransport({
    url,
    connectionTimeout: patienceMs,
    greetingTimeout: patienceMs,
    socketTimeout: patienceMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const domain = /@([^\s@>]+)>?\s*$/.exec(from)?.[1] ?? "localhost";
  return {
    send: async ({ to, subject, text, html, reference }) => {
      try {
        const messageId = `<${reference}@${domain}>`;
        // As an object, so that no text becomes a second recipient.
        const sent = await transport.sendMail({ from, to: { name: "", address: to }, subject, text, html, messageId });
        return { isSent: true, providerId: sent.response.slice(0, 200) };
      } catch (error) {
        return failure(error as SmtpError);
      }
    },
  };
}

type SmtpError = Error & { code?: string; responseCode?: number; command?: string };

function failure({ code, responseCode, command }: SmtpError): Outcome {
  // 5xx to the address or the message itself is an answer about this message; anywhere else it is about us or the server.
  const isAboutMessage = /^(RCPT TO|DATA)$/.test(command ?? "") || code === "EENVELOPE" || code === "EMESSAGE";
  const isFinal = isAboutMessage && responseCode !== undefined && responseCode >= 500 && responseCode < 600;
  if (isFinal) return { isSent: false, isFinal, reason: `The mail server refused this mail (${responseCode}).` };
  if (code === "EAUTH") return { isSent: false, isFinal: false, reason: "The mail server refused our log-in." };
  const told = responseCode ?? code ?? "no answer";
  return { isSent: false, isFinal: false, reason: `The mail server could not be used (${told}).` };
}
