// Users of two companies querying the system collections over a real port.
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { startApp, type TestClient } from "#tests/support/app.ts";
import { createFactories, type CreatedUser } from "#tests/support/factories.ts";
import { listenOnFreePort, createSdkClient } from "#tests/support/sdk.ts";

export async function startSystemFixture() {
  const dataDir = mkdtempSync(path.join(tmpdir(), "chaavi-system-"));
  const { app, asUser: as, sql } = await startApp({ config: { dataDir } });
  const factories = createFactories(sql);
  const address = await listenOnFreePort(app);
  const branch = await factories.branch({ slots: 5 });
  const sister = await factories.branch({ company: branch.company });
  const foreign = await factories.branch({ slots: 5 });
  const people: { [person: string]: CreatedUser } = {
    platform: await factories.user("platform"),
    verifier: await factories.user("verifier"),
    admin: await factories.user("admin", { branch }),
    manager: await factories.user("manager", { branch }),
    staff: await factories.user("staff", { branch }),
    stranger: await factories.user("admin", { branch: foreign }),
    customer: await factories.user("customer", { contact_number: "9840012345" }),
  };
  const callers: { [person: string]: TestClient } = { nobody: await as() };
  for (const [person, user] of Object.entries(people)) callers[person] = await as(user);
  const clients = new Map(
    Object.entries(callers).map(([person, caller]) => [person, createSdkClient({ address, caller })]),
  );
  const client = (person: string): ReturnType<typeof createSdkClient> => clients.get(person)!;
  return { as, sql, factories, address, dataDir, branch, sister, foreign, people, callers, client };
}
