// People of two companies asking the system collections over a real port.
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { startApp, type Caller } from "#tests/support/app.ts";
import { factories, type MadeUser } from "#tests/support/make.ts";
import { openPort, sdkAs } from "#tests/support/sdk.ts";

export async function startSystemWorld() {
  const dataDir = mkdtempSync(path.join(tmpdir(), "chaavi-system-"));
  const { app, as, sql } = await startApp({ config: { dataDir } });
  const make = factories(sql);
  const address = await openPort(app);
  const branch = await make.branch({ slots: 5 });
  const sister = await make.branch({ company: branch.company });
  const foreign = await make.branch({ slots: 5 });
  const people: { [person: string]: MadeUser } = {
    platform: await make.user("platform"),
    verifier: await make.user("verifier"),
    admin: await make.user("admin", { branch }),
    manager: await make.user("manager", { branch }),
    staff: await make.user("staff", { branch }),
    stranger: await make.user("admin", { branch: foreign }),
    customer: await make.user("customer", { contact_number: "9840012345" }),
  };
  const callers: { [person: string]: Caller } = { nobody: await as() };
  for (const [person, user] of Object.entries(people)) callers[person] = await as(user);
  const clients = new Map(Object.entries(callers).map(([person, caller]) => [person, sdkAs({ address, caller })]));
  const client = (person: string): ReturnType<typeof sdkAs> => clients.get(person)!;
  return { as, sql, make, address, dataDir, branch, sister, foreign, people, callers, client };
}
