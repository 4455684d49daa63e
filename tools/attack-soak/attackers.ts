// The attackers and their repeated requests, none of which may delay a legitimate gate.
import { setTimeout as wait } from "node:timers/promises";
import { type Attacker, flood } from "#tools/attack-soak/attacker.ts";
import { slowBodies, sockets } from "#tools/attack-soak/connection-attackers.ts";

const randomInteger = (below: number): number => Math.floor(Math.random() * below);
const randomPhone = (): string => `9${String(100_000_000 + randomInteger(900_000_000))}`;

function createForm(parts: { name: string; value: string | Buffer; file?: string }[]): { body: Buffer; type: string } {
  const boundary = `soak${randomInteger(1e9)}`;
  const chunks = parts.flatMap(({ name, value, file }) => [
    `--${boundary}\r\ncontent-disposition: form-data; name="${name}"${file ? `; filename="${file}"\r\ncontent-type: application/octet-stream` : ""}\r\n\r\n`,
    value,
    "\r\n",
  ]);
  const body = Buffer.concat([...chunks, `--${boundary}--\r\n`].map((chunk) => Buffer.from(chunk)));
  return { body, type: `multipart/form-data; boundary=${boundary}` };
}

const codeRequests: Attacker = {
  name: "one-time codes from 39 addresses",
  run: (context) =>
    flood({
      context,
      parallel: 4,
      send: async () => {
        const clientAddress = `203.0.113.${1 + randomInteger(39)}`;
        const body = { phone: randomPhone(), page: "commercial" };
        const response = await context.client.send({
          method: "POST",
          path: "/actions/customers/send-code",
          body,
          clientAddress,
        });
        const values = /"values":"([^"]+)"/.exec(response.body)?.[1];
        if (!values) return response;
        const otp = String(100_000 + randomInteger(900_000));
        return context.client.send({
          method: "POST",
          path: "/actions/customers/log-in-with-code",
          body: { values, otp, mode: "json" },
          clientAddress,
        });
      },
    }),
};

const invites: Attacker = {
  name: "invites to strangers",
  run: (context) =>
    flood({
      context,
      parallel: 2,
      send: () => {
        const hour = 3_600_000;
        const body = {
          branch: context.targets.branch,
          vehicle_no: `TN22S${String(randomInteger(1e5)).padStart(5, "0")}`,
          phone_no: randomPhone(),
          name: "Stranger",
          vehicle_type: 1,
          invite_start_date: new Date(Date.now()).toISOString(),
          invite_end_date: new Date(Date.now() + 5 * hour).toISOString(),
        };
        return context.client.send({ method: "POST", path: "/actions/invites", token: context.targets.customer, body });
      },
    }),
};

const history: Attacker = {
  name: "own history, 40 at a time",
  run: (context) =>
    flood({
      context,
      parallel: 40,
      send: () =>
        context.client.send({
          path: "/items/Parking_Information?sort=-in_time&limit=100&fields=*,parking_main_info.*,branch.name&meta=*",
          token: context.targets.customer,
        }),
    }),
};

const images: Attacker = {
  name: "large images, 30 at a time",
  run: (context) =>
    flood({
      context,
      parallel: 30,
      send: () => {
        const query = `width=${3_000 + randomInteger(1_000)}&height=4000&format=avif&quality=100`;
        return context.client.send({ path: `/assets/${context.targets.imageId}?${query}` });
      },
    }),
};

const lockedBranch: Attacker = {
  name: "25 check-ins behind one lock",
  run: async (context) => {
    const { sql, targets, signal } = context;
    const holdLock = async (): Promise<void> => {
      while (!signal.aborted) {
        await sql.begin(async (tx) => {
          await tx`select 1 from counters where branch = ${targets.branch} for update`;
          await wait(10_000, undefined, { signal }).catch(() => {});
        });
        await wait(200);
      }
    };
    const checkIns = flood({
      context,
      parallel: 25,
      send: () =>
        context.client.send({
          method: "POST",
          path: "/actions/parking/check-in",
          token: targets.staff,
          body: { vehicle_no: `TN33L${String(randomInteger(1e5)).padStart(5, "0")}`, phone_no: "9840011111" },
        }),
    });
    await Promise.all([holdLock(), checkIns]);
  },
};

const presets: Attacker = {
  name: "imports of 5,000 presets",
  run: (context) => {
    const rows = Array.from({ length: 5_000 }, (_, index) => ({ collection: "Branch", bookmark: `Preset ${index}` }));
    const { body, type } = createForm([{ name: "file", file: "presets.json", value: JSON.stringify(rows) }]);
    return flood({
      context,
      parallel: 3,
      send: () =>
        context.client.send({
          method: "POST",
          path: "/utils/import/presets",
          token: context.targets.customer,
          body,
          type,
        }),
    });
  },
};

const spreadsheets: Attacker = {
  name: "spreadsheets with large decompressed size",
  run: (context) => {
    const { body, type } = createForm([
      { name: "file", file: "people.xlsx", value: Buffer.from(context.targets.spreadsheet, "base64") },
    ]);
    return flood({
      context,
      parallel: 2,
      send: () =>
        context.client.send({
          method: "POST",
          path: "/actions/people/import/preview?role=staff",
          token: context.targets.admin,
          body,
          type,
        }),
    });
  },
};

const callbacks: Attacker = {
  name: "forged payment callbacks",
  run: (context) =>
    flood({
      context,
      parallel: 4,
      send: () => {
        const result = {
          success: true,
          code: "PAYMENT_SUCCESS",
          data: { merchantTransactionId: context.targets.transaction },
        };
        const body = { response: Buffer.from(JSON.stringify(result)).toString("base64") };
        return context.client.send({ method: "POST", path: "/payments/callback/phonepe-v1", body });
      },
    }),
};

const payAttempts: Attacker = {
  name: "payment attempts with one link",
  run: (context) =>
    flood({
      context,
      parallel: 2,
      send: () =>
        context.client.send({
          method: "POST",
          path: `/actions/payments/link/${context.targets.payLink}/start`,
          body: { part: (1 + randomInteger(1_900) / 100).toFixed(2) },
        }),
    }),
};

export const attackers: readonly Attacker[] = [
  codeRequests,
  invites,
  history,
  images,
  lockedBranch,
  presets,
  spreadsheets,
  sockets,
  slowBodies,
  callbacks,
  payAttempts,
];
