// A mail server over real SMTP, on this machine alone; it delivers nothing and keeps everything.
import type { AddressInfo } from "node:net";
import PostalMime from "postal-mime";
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from "smtp-server";
import type { Faults } from "#simulators/faults.ts";
import type { Journal } from "#simulators/journal.ts";

const [user, password] = ["chaavi", "simulated"];

export interface MailSimulator {
  /** smtp://user:password@host:port */
  url: string;
  stop: () => Promise<void>;
}

/** Takes mail from who logs in; `anything@refused.example` is refused for good, `anything@busy.example` for now. */
export async function startMail({ journal, faults }: { journal: Journal; faults: Faults }): Promise<MailSimulator> {
  const server = new SMTPServer({
    disabledCommands: ["STARTTLS"],
    allowInsecureAuth: true,
    disableReverseLookup: true,
    closeTimeout: 100,
    onConnect(_session, callback) {
      const fault = faults.of("mail");
      callback(
        fault === "down" || fault === "malformed" ? withCode({ code: 421, text: "Service not available" }) : null,
      );
    },
    onAuth({ username, password: given }, _session, callback) {
      if (username === user && given === password) callback(null, { user });
      else callback(withCode({ code: 535, text: "Authentication failed" }));
    },
    onRcptTo({ address }, _session, callback) {
      if (/@refused\.example$/i.test(address)) callback(withCode({ code: 550, text: "No such user here" }));
      else if (/@busy\.example$/i.test(address)) callback(withCode({ code: 451, text: "Try again later" }));
      else callback();
    },
    onData(stream, session, callback) {
      void answered({ work: takeMail({ stream, session, journal, faults }), callback });
    },
  });
  // A client that goes away in the middle is no reason to end.
  server.on("error", () => {});
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(0, "127.0.0.1", () => resolve());
  });
  // What is simulated keeps no process alive.
  server.server.unref();
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://${user}:${password}@127.0.0.1:${port}`,
    stop: () => new Promise((resolve) => server.close(resolve)),
  };
}

async function answered({
  work,
  callback,
}: {
  work: Promise<void>;
  callback: (error?: Error | null) => void;
}): Promise<void> {
  const refused = await work.then(
    () => null,
    (error: unknown) => error as Error,
  );
  callback(refused);
}

async function takeMail({
  stream,
  session,
  journal,
  faults,
}: {
  stream: SMTPServerDataStream;
  session: SMTPServerSession;
  journal: Journal;
  faults: Faults;
}): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  const fault = faults.of("mail");
  if (fault === "error-500") throw withCode({ code: 451, text: "Local error in processing" });
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
  if (fault === "reset") throw withCode({ code: 421, text: "Connection lost after the mail was taken" });
  if (fault === "slow") await new Promise((resolve) => setTimeout(resolve, faults.slowMs).unref());
}

function withCode({ code, text }: { code: number; text: string }): Error {
  return Object.assign(new Error(text), { responseCode: code });
}
