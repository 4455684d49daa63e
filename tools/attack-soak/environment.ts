// Environment of the soak: a PostgreSQL with 200,000 past entries of eight vendors, the server with production flags,
// simulated external services, and the targets of the attackers.
import { randomBytes } from "node:crypto";
import { chmodSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { strToU8, zipSync } from "fflate";
import sharp from "sharp";
import { roles } from "#domain/access/roles.ts";
import { startEmbeddedPostgres } from "#server/db/embedded/embedded.ts";
import { createPool, type Sql } from "#server/db/pool.ts";
import { demoMerchantV1 } from "#simulators/pay/payment-store.ts";
import { startSimulators } from "#simulators/start-simulators.ts";
import { type ServerProcess, startServerProcess } from "#tests/support/server-process.ts";
import { HttpClient } from "#tools/attack-soak/http-client.ts";
import type { Targets } from "#tools/attack-soak/attacker.ts";
import type { CleanupSteps } from "#tools/bench/run-bench.ts";
import { benchSecret } from "#tools/bench/config.ts";
import type { BenchBranch } from "#tools/bench/data.ts";
import { loadEnvironment, createTables } from "#tools/bench/environments.ts";
import serverFlags from "#tools/server-flags.json" with { type: "json" };

const pastEntries = 200_000;
/** Number of branches with legitimate gates; the others are attacked. */
const legitimateBranches = 4;
const administrator = { email: "admin@example.com", password: "Soak@Chaavi#2026" };
/** Phone number of some past entries; see loadEntries in tools/bench/data.ts. */
const customerPhone = "9000000000";

export interface SoakEnvironment {
  base: string;
  databaseUrl: string;
  sql: Sql;
  legitimate: BenchBranch[];
  /** Ids of the users whose tokens attackers use. */
  people: { customer: string; admin: string; staff: string };
  targets: Omit<Targets, "customer" | "admin" | "staff">;
  /** Resident memory of the server process in bytes. */
  memory: () => number;
  /** Returns the latest output of the server. */
  output: () => string;
}

export async function startEnvironment({
  cleanup,
  log,
}: {
  cleanup: CleanupSteps;
  log: (line: string) => void;
}): Promise<SoakEnvironment> {
  const dataDir = mkdtempSync(path.join(tmpdir(), "chaavi-soak-"));
  chmodSync(dataDir, 0o755);
  cleanup.push(() => rmSync(dataDir, { recursive: true, force: true }));
  const embedded = await startEmbeddedPostgres({ dataDir: path.join(dataDir, "database"), isTemporary: true });
  cleanup.push(() => embedded.stop());
  const benchBranches = await createTables({ url: embedded.url });
  await loadEnvironment({ url: embedded.url, benchBranches, pastEntries, cleanup });
  log(`${pastEntries.toLocaleString("en")} past entries loaded`);
  const simulators = await startSimulators();
  cleanup.push(() => simulators.stop());
  const { mail, sms, pay } = simulators.settings;
  const server = await startServer({ dataDir, databaseUrl: embedded.url, integrations: { ...mail, ...sms, ...pay } });
  cleanup.push(() => server.kill("SIGTERM"));
  const sql = createPool(embedded.url, { max: 2 });
  cleanup.push(() => sql.end());
  const { address: base, output } = server;
  const created = await createTargets({ base, benchBranches: benchBranches.slice(legitimateBranches), sql });
  const memory = (): number => readMemory(server);
  return {
    ...created,
    base,
    memory,
    output,
    sql,
    databaseUrl: embedded.url,
    legitimate: benchBranches.slice(0, legitimateBranches),
  };
}

/** Starts the server with production flags and simulated external services. */
function startServer({
  dataDir,
  databaseUrl,
  integrations,
}: {
  dataDir: string;
  databaseUrl: string;
  integrations: { [name: string]: string };
}): Promise<ServerProcess> {
  const env = {
    DATA_DIR: path.join(dataDir, "data"),
    DATABASE_URL: databaseUrl,
    SECRET: benchSecret,
    CREDENTIALS_KEY: benchSecret,
    TRUST_PROXY: "1",
    ADMIN_EMAIL: administrator.email,
    ADMIN_PASSWORD: administrator.password,
    ...integrations,
  };
  return startServerProcess(env, { flags: serverFlags });
}

/** Resident memory in bytes. */
function readMemory({ pid, output }: ServerProcess): number {
  try {
    return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))![1]) * 1024;
  } catch {
    throw new Error(`The server has ended:\n${output()}`);
  }
}

async function createTargets({
  base,
  benchBranches,
  sql,
}: {
  base: string;
  benchBranches: BenchBranch[];
  sql: Sql;
}): Promise<Pick<SoakEnvironment, "people" | "targets">> {
  const client = new HttpClient({ base });
  const sendRequest = async (path: string, body: unknown, token?: string, method = "POST") => {
    const { code, body: text } = await client.send({ method, path, body, token });
    if (code !== null) throw new Error(`${path}: ${text}`);
    return (JSON.parse(text) as { data: { [field: string]: unknown } }).data;
  };
  const platformToken = (await sendRequest("/auth/login", { ...administrator, mode: "json" }))[
    "access_token"
  ] as string;
  const [lockedBranch, payingBranch] = [benchBranches.at(-1)!, benchBranches.at(-2)!];
  const createUser = async (body: object): Promise<string> =>
    (await sendRequest("/users", { password: administrator.password, status: "active", ...body }, platformToken))[
      "id"
    ] as string;
  const tenant = { default_branch: lockedBranch.branch, default_company: lockedBranch.company };
  const admin = await createUser({
    first_name: "Admin",
    email: "soak-admin@example.com",
    role: roles.admin.id,
    ...tenant,
  });
  const customer = await createUser({
    first_name: "Customer",
    email: "soak-customer@example.com",
    role: roles.customer.id,
    contact_number: customerPhone,
    public_customer: true,
  });
  await markPhoneVerified({ sql, customer });

  const imageId = await uploadImage({ client, token: platformToken });
  await sendRequest(`/items/Companies/${lockedBranch.company}`, { company_logo: imageId }, platformToken, "PATCH");
  const settings = { gateway: "phonepe-v1", environment: "simulator", merchant_id: demoMerchantV1.merchantId };
  await sendRequest(
    "/items/payment_settings",
    { ...settings, branch: payingBranch.branch, salt_key: demoMerchantV1.saltKey, salt_index: 1 },
    platformToken,
  );
  const vehicle = { vehicle_no: "TN44P0001", phone_no: "9840022222" };
  const entry = await sendRequest("/actions/parking/check-in", vehicle, payingBranch.token);
  // Parked for five hours, so that the charge is worth paying.
  await sql`update "Parking_Information" set in_time = in_time - interval '5 hours' where id = ${entry["id"] as number}`;
  const payLink = entry["pay"] as string;
  const attempt = await sendRequest(`/actions/payments/link/${payLink}/start`, {});

  const valet = await sendRequest(
    "/items/Valet_and_Parking_Configuration",
    { is_slot_required: false, is_free: true, token_prefix: "V" },
    platformToken,
  );
  await sendRequest(
    `/items/Branch/${payingBranch.branch}`,
    { is_valet_and_parking: true, valet_and_parking_config: valet["id"] },
    platformToken,
    "PATCH",
  );
  const ticket = await sendRequest(
    "/actions/valet/create-ticket",
    { Vehicle_Number: "TN44V0001", Customer_Phone_Number: "9840033333", Customer_Name: "Customer" },
    payingBranch.token,
  );
  // Drivers do not get the link, whose page shows the handover code.
  const pagePath = `/actions/valet/${String(ticket["id"])}/my-page`;
  const page = await sendRequest(pagePath, undefined, platformToken, "GET");
  const ticketLink = String(page["link"]).split("t=").at(-1)!;
  client.close();
  return {
    people: { customer, admin, staff: lockedBranch.user },
    targets: {
      base,
      branch: lockedBranch.branch,
      imageId,
      payLink,
      transaction: attempt["transaction"] as string,
      ticketLink,
      spreadsheet: createLargeSpreadsheet().toString("base64"),
    },
  };
}

/** Marks the phone number as verified, which the API can only do with a code. */
async function markPhoneVerified({ sql, customer }: { sql: Sql; customer: string }): Promise<void> {
  const [column] = await sql`
    select 1 from information_schema.columns where table_name = 'users' and column_name = 'phone_verified_at'`;
  if (column) await sql`update users set phone_verified_at = now() where id = ${customer}`;
}

async function uploadImage({ client, token }: { client: HttpClient; token: string }): Promise<string> {
  const noise = randomBytes(400 * 400 * 3);
  const png = await sharp(noise, { raw: { width: 400, height: 400, channels: 3 } })
    .png()
    .toBuffer();
  const body = Buffer.concat([
    Buffer.from(
      '--soak\r\ncontent-disposition: form-data; name="file"; filename="logo.png"\r\ncontent-type: image/png\r\n\r\n',
    ),
    png,
    Buffer.from("\r\n--soak--\r\n"),
  ]);
  const type = "multipart/form-data; boundary=soak";
  const { code, body: text } = await client.send({ method: "POST", path: "/files", token, body, type });
  if (code !== null) throw new Error(`/files: ${text}`);
  return (JSON.parse(text) as { data: { id: string } }).data.id;
}

/** Creates a sheet of 300,000 rows that is compressed to about a megabyte. */
function createLargeSpreadsheet(): Buffer {
  const cell = (ref: string, text: string): string => `<c r="${ref}" t="inlineStr"><is><t>${text}</t></is></c>`;
  const rows = Array.from(
    { length: 300_000 },
    (_, index) =>
      `<row r="${index + 1}">${cell(`A${index + 1}`, "Gate staff")}${cell(`B${index + 1}`, "9840012345")}</row>`,
  );
  const sheet = `<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>${rows.join("")}</sheetData></worksheet>`;
  const relations = "http://schemas.openxmlformats.org/package/2006/relationships";
  const office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
  const parts = {
    "[Content_Types].xml": `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/></Types>`,
    "_rels/.rels": `<Relationships xmlns="${relations}"><Relationship Id="r1" Type="${office}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    "xl/workbook.xml": `<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="${office}"><sheets><sheet name="People" sheetId="1" r:id="r1"/></sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": `<Relationships xmlns="${relations}"><Relationship Id="r1" Type="${office}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
    "xl/worksheets/sheet1.xml": sheet,
  };
  const files = Object.fromEntries(Object.entries(parts).map(([name, text]) => [name, strToU8(text)]));
  return Buffer.from(zipSync(files, { level: 9 }));
}
