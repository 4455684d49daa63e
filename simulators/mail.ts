// A local SMTP server that stores all emails and delivers none.
import type { AddressInfo } from "node:net";
import PostalMime from "postal-mime";
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from "smtp-server";
import type { FaultSettings } from "#simulators/faults.ts";
import type { MessageJournal } from "#simulators/message-journal.ts";

const [user, password] = ["chaavi", "simulated"];

export interface MailSimulator {
  /** smtp://user:password@host:port?tls=none */
  url: string;
  stop: () => Promise<void>;
}

/**
 * Accepts emails of authenticated clients; `anything@refused.example` is rejected permanently, `anything@busy.example`
 * temporarily.
 */
export async function startMailSimulator({
  journal,
  faults,
}: {
  journal: MessageJournal;
  faults: FaultSettings;
}): Promise<MailSimulator> {
  const server = new SMTPServer({
    disabledCommands: ["STARTTLS"],
    allowInsecureAuth: true,
    disableReverseLookup: true,
    closeTimeout: 100,
    onConnect(_session, callback) {
      const fault = faults.get("mail");
      if (fault === "hang") return;
      callback(
        fault === "down" || fault === "malformed"
          ? createSmtpError({ code: 421, text: "Service not available" })
          : null,
      );
    },
    onAuth({ username, password: providedPassword }, _session, callback) {
      if (username === user && providedPassword === password) callback(null, { user });
      else callback(createSmtpError({ code: 535, text: "Authentication failed" }));
    },
    onRcptTo({ address }, _session, callback) {
      if (/@refused\.example$/i.test(address)) callback(createSmtpError({ code: 550, text: "No such user here" }));
      else if (/@busy\.example$/i.test(address)) callback(createSmtpError({ code: 451, text: "Try again later" }));
      else callback();
    },
    onData(stream, session, callback) {
      void respondAfter({ work: receiveMail({ stream, session, journal, faults }), callback });
    },
  });
  // Ignores errors of clients that disconnect.
  server.on("error", () => {});
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(0, "127.0.0.1", () => resolve());
  });
  // Unreferences the server so that it does not keep the process running.
  server.server.unref();
  const { port } = server.server.address() as AddressInfo;
  return {
    // Without TLS: the server has no certificate, and all traffic is local.
    url: `smtp://${user}:${password}@127.0.0.1:${port}?tls=none`,
    stop: () => new Promise((resolve) => server.close(resolve)),
  };
}

async function respondAfter({
  work,
  callback,
}: {
  work: Promise<void>;
  callback: (error?: Error | null) => void;
}): Promise<void> {
  const smtpError = await work.then(
    () => null,
    (error: unknown) => error as Error,
  );
  callback(smtpError);
}

async function receiveMail({
  stream,
  session,
  journal,
  faults,
}: {
  stream: SMTPServerDataStream;
  session: SMTPServerSession;
  journal: MessageJournal;
  faults: FaultSettings;
}): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  const fault = faults.get("mail");
  if (fault === "error-500") throw createSmtpError({ code: 451, text: "Local error in processing" });
  const mail = await PostalMime.parse(Buffer.concat(chunks));
  for (const { address } of session.envelope.rcptTo)
    journal.add({
      channel: "mail",
      from: mail.from?.address ?? "",
      to: address,
      subject: mail.subject ?? "",
      text: mail.text ?? "",
      html: mail.html ?? "",
      reference: mail.messageId ?? "",
    });
  if (fault === "reset") throw createSmtpError({ code: 421, text: "Connection lost after the mail was taken" });
  if (fault === "slow") await new Promise((resolve) => setTimeout(resolve, faults.slowMs).unref());
}

function createSmtpError({ code, text }: { code: number; text: string }): Error {
  return Object.assign(new Error(text), { responseCode: code });
}
