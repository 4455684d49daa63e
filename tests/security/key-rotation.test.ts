// Key rotation: everything the previous key signed, encrypted or hashed remains valid until that key is removed.
import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, before, describe, test } from "node:test";
import type { FastifyInstance } from "fastify";
import { decodeProtectedHeader, SignJWT } from "jose";
import { buildApp } from "#server/app.ts";
import { loadConfig } from "#server/config.ts";
import { type AppServices, createServices } from "#server/context.ts";
import type { Sql } from "#server/db/pool.ts";
import { verifyOtp, sendOtp } from "#server/auth/otp/otp.ts";
import { resealAll } from "#server/auth/reseal.ts";
import { enableTwoFactor, consumeTwoFactorCode } from "#server/auth/two-factor.ts";
import { getSecretKeys } from "#server/auth/secrets.ts";
import { tokenKinds } from "#server/auth/token-kinds.ts";
import { toBase32 } from "#server/auth/totp.ts";
import { createTotpCode } from "#tests/support/totp.ts";
import { TokenService } from "#server/auth/tokens.ts";
import { testConfig } from "#tests/support/app.ts";
import { beforeDatabaseCleanup, createTestDatabase } from "#tests/support/database.ts";
import { findCodeSentTo } from "#tests/support/outbox.ts";
import { createFactories } from "#tests/support/factories.ts";
import { providerSettings } from "#tests/support/payments-app.ts";

const oldKeys = { secret: testConfig.secret, credentialsKey: testConfig.credentialsKey };
const newKeys = {
  secret: "the-next-secret-that-is-long-enough-too",
  credentialsKey: "the-next-credentials-key-that-is-long",
};

/** A server's settings during a rotation. */
const rotationStages = {
  /** Before. */
  before: oldKeys,
  /** Step 1 on every server: the next key is accepted, the previous one still signs. */
  prepared: { ...oldKeys, acceptedSecrets: [newKeys.secret], acceptedCredentialsKeys: [newKeys.credentialsKey] },
  /** Step 2: the next key signs, the previous one is accepted. */
  rotated: { ...newKeys, acceptedSecrets: [oldKeys.secret], acceptedCredentialsKeys: [oldKeys.credentialsKey] },
  /** Step 4: the previous key is invalid. */
  done: newKeys,
};
type RotationStage = keyof typeof rotationStages;

function createTokens(config: Parameters<typeof getSecretKeys>[0]): TokenService {
  return new TokenService({ keys: getSecretKeys(config), clock: () => new Date() });
}

interface KeyRotationFixture {
  sql: Sql;
  factories: ReturnType<typeof createFactories>;
  services: { [stage in RotationStage]: AppServices };
  apps: { [stage in RotationStage]: FastifyInstance };
}

async function createKeyRotationFixture(): Promise<KeyRotationFixture> {
  const { sql } = await createTestDatabase();
  const services = {} as KeyRotationFixture["services"];
  const apps = {} as KeyRotationFixture["apps"];
  for (const [stage, keys] of Object.entries(rotationStages) as [RotationStage, (typeof rotationStages)["before"]][]) {
    const config = { ...testConfig, paySimulatorUrl: "http://127.0.0.1:9", ...keys };
    services[stage] = createServices({ sql, config, clock: () => new Date() });
    apps[stage] = await buildApp({ sql, config });
    beforeDatabaseCleanup(() => apps[stage].close());
  }
  return { sql, factories: createFactories(sql), services, apps };
}

async function sendRequest(app: FastifyInstance, token: string, url: string, body?: object) {
  const response = await app.inject({
    method: body ? "POST" : "GET",
    url,
    headers: { authorization: `Bearer ${token}` },
    ...(body ? { payload: body } : {}),
  });
  const parsed = JSON.parse(response.body) as { data?: never; errors?: { extensions: { code: string } }[] };
  return { status: response.statusCode, data: parsed.data as never, code: parsed.errors?.[0]?.extensions.code };
}

describe("what the previous secret signed, encrypted or hashed", () => {
  let fixture: KeyRotationFixture;
  before(async () => {
    fixture = await createKeyRotationFixture();
  });

  test("access tokens: by their kid, including tokens of versions without one", async () => {
    const { factories, apps } = fixture;
    const branch = await factories.branch();
    const staff = await factories.user("staff", { branch });
    const claims = { kind: tokenKinds.access, payload: { id: staff.id, version: 1, session: "test" } };
    const token = await createTokens(oldKeys).issue(claims);
    const { kid } = decodeProtectedHeader(token);
    assert.match(kid!, /^[\w-]{8}$/);
    assert.notEqual(kid, decodeProtectedHeader(await createTokens(newKeys).issue(claims)).kid);
    const withoutKid = await new SignJWT({ id: staff.id, v: 1, session: "test" })
      .setProtectedHeader({ alg: "HS256", typ: "JWT" })
      .setIssuedAt()
      .setExpirationTime("5 minutes")
      .setIssuer("chaavi")
      .sign(new TextEncoder().encode(oldKeys.secret));
    for (const one of [token, withoutKid]) {
      for (const stage of ["before", "prepared", "rotated"] as const)
        assert.equal((await sendRequest(apps[stage], one, "/users/me")).status, 200, stage);
      assert.equal((await sendRequest(apps.done, one, "/users/me")).code, "INVALID_TOKEN");
    }
    // Signed by a server that has already rotated, verified by one that only accepts the next key.
    const newer = await createTokens(rotationStages.rotated).issue(claims);
    assert.equal((await sendRequest(apps.prepared, newer, "/users/me")).status, 200);
    assert.equal((await sendRequest(apps.before, newer, "/users/me")).code, "INVALID_TOKEN");
  });

  test("links in emails and tickets of live streams", async () => {
    const reset = tokenKinds.mailLink["password-reset"];
    const { liveStream } = tokenKinds;
    const signs = createTokens(rotationStages.before);
    const link = await signs.issue({ kind: reset, payload: "x" });
    const ticket = await signs.issue({
      kind: liveStream,
      payload: { id: "x", version: 1, session: null, until: null },
    });
    const rotated = createTokens(rotationStages.rotated);
    assert.equal(await rotated.verify({ kind: reset, token: link }), "x");
    assert.equal((await rotated.verify({ kind: liveStream, token: ticket })).id, "x");
    await assert.rejects(rotated.verify({ kind: tokenKinds.mailLink.invite, token: link }), { code: "INVALID_TOKEN" });
    const done = createTokens(rotationStages.done);
    await assert.rejects(done.verify({ kind: reset, token: link }), { code: "INVALID_TOKEN" });
    await assert.rejects(done.verify({ kind: liveStream, token: ticket }), { code: "INVALID_TOKEN" });
  });

  test("links of tickets, invites and payments, and QR codes", () => {
    const signs = createTokens(oldKeys);
    const { ticketLink, inviteLink, payLink, qr } = tokenKinds;
    const ticket = signs.issue({ kind: ticketLink, payload: 7 });
    const invite = signs.issue({ kind: inviteLink, payload: 7 });
    const pay = signs.issue({ kind: payLink, payload: { kind: "P", id: 7 } });
    const code = signs.issue({ kind: qr, payload: { kind: "M", id: 7 } });
    const reads: { [name: string]: (tokens: TokenService) => unknown } = {
      ticket: (tokens) => tokens.tryVerify({ kind: ticketLink, token: ticket }),
      invite: (tokens) => tokens.tryVerify({ kind: inviteLink, token: invite }),
      pay: (tokens) => tokens.tryVerify({ kind: payLink, token: pay })?.id,
      qr: (tokens) => tokens.tryVerify({ kind: qr, token: code })?.id,
    };
    for (const [name, read] of Object.entries(reads)) {
      for (const stage of ["before", "prepared", "rotated"] as const)
        assert.equal(read(createTokens(rotationStages[stage])), 7, `${name}, ${stage}`);
      assert.equal(read(createTokens(rotationStages.done)), undefined, name);
    }
  });

  test("a ticket's code, its QR code and its page, through the routes", async () => {
    const { factories, apps } = fixture;
    const branch = await factories.valetBranch();
    // The reply has the code and the link for managers only.
    const driver = await factories.user("manager", { branch });
    const createToken = (stage: RotationStage) =>
      createTokens(rotationStages[stage]).issue({
        kind: tokenKinds.access,
        payload: { id: driver.id, version: 1, session: "t" },
      });
    const created = await sendRequest(apps.before, await createToken("before"), "/actions/valet/create-ticket", {
      Vehicle_Number: factories.plate(),
      Customer_Phone_Number: "9840012345",
    });
    assert.equal(created.status, 200, created.code);
    const { id, otp, link, qr } = created.data as { id: number; otp: string; link: string; qr: string };
    const page = new URL(link, "http://here").searchParams.get("t")!;
    const find = async (stage: RotationStage) =>
      (await sendRequest(apps[stage], await createToken(stage), `/actions/valet/find?text=${otp}`)).data as
        | { id: number }[]
        | number[];
    assert.equal(JSON.stringify(await find("rotated")).includes(String(id)), true);
    assert.equal(
      (await sendRequest(apps.rotated, await createToken("rotated"), "/actions/valet/scan", { text: qr })).status,
      200,
    );
    assert.equal(
      (await sendRequest(apps.done, await createToken("done"), "/actions/valet/scan", { text: qr })).code,
      "QR_NOT_VALID",
    );
    assert.ok(!JSON.stringify(await find("done")).includes(`${id}`));
    assert.equal(createTokens(rotationStages.rotated).tryVerify({ kind: tokenKinds.ticketLink, token: page }), id);
    for (const verb of ["park", "request-pickup", "accept-pickup", "at-the-gate"])
      await sendRequest(apps.before, await createToken("before"), `/actions/valet/${id}/${verb}`, {});
    const hand = async (stage: RotationStage) =>
      sendRequest(apps[stage], await createToken(stage), `/actions/valet/${id}/hand-over`, { otp });
    assert.equal((await hand("done")).code, "OTP_INVALID");
    assert.equal((await hand("rotated")).status, 200);
  });

  test("login codes", async () => {
    const { services, sql } = fixture;
    const addressee = { channel: "sms", purpose: "login" } as const;
    const origin = { ip: null, userAgent: null };
    for (const [stage, to] of [
      ["rotated", "9840000001"],
      ["done", "9840000002"],
    ] as const) {
      const { binding } = await sendOtp({ services: services.before, branch: null, origin, ...addressee, to });
      const otp = await findCodeSentTo({ sql, sealer: services.rotated.sealer, to });
      const checked = verifyOtp({ services: services[stage], origin, binding, otp });
      if (stage === "rotated") await checked;
      else await assert.rejects(checked, { code: "OTP_INVALID" });
    }
  });

  test("second factors and their recovery codes", async () => {
    const { services, factories, sql } = fixture;
    const { id: userId } = await factories.user("customer");
    const secret = toBase32(randomBytes(20));
    const codes = await sql.begin((tx) => enableTwoFactor({ services: services.before, tx, userId, secret, step: 0 }));
    const now = new Date();
    const otp = createTotpCode({ secret, at: now });
    const take = (stage: RotationStage, input: string) =>
      consumeTwoFactorCode({ services: services[stage], userId, otp: input, now });
    assert.equal(await take("done", codes[0]!), "invalid");
    assert.equal(await take("rotated", codes[0]!), "accepted");
    assert.equal(await take("rotated", otp), "accepted");
  });

  test("static tokens: stored under the next secret when first used", async () => {
    const { apps, factories } = fixture;
    const branch = await factories.branch();
    const admin = await factories.user("admin", { branch });
    const token = await createTokens(oldKeys).issue({
      kind: tokenKinds.access,
      payload: { id: admin.id, version: 1, session: "t" },
    });
    const create = async () => {
      const body = { name: "Accounts", role: "staff", branches: [branch.id] };
      const created = await sendRequest(apps.before, token, "/actions/integrations", body);
      assert.equal(created.status, 200, created.code);
      return (created.data as { token: string }).token;
    };
    const [usedToken, unused] = [await create(), await create()];
    assert.equal((await sendRequest(apps.rotated, usedToken, "/users/me")).status, 200);
    assert.equal((await sendRequest(apps.done, usedToken, "/users/me")).status, 200);
    assert.equal((await sendRequest(apps.done, unused, "/users/me")).code, "INVALID_CREDENTIALS");
  });

  test("payment credentials and every encrypted value: readable at once, and encrypted again by npm run reseal", async () => {
    const { sql, factories, services } = fixture;
    const branch = await factories.branch();
    await factories.row("payment_settings", {
      branch: branch.id,
      environment: "simulator",
      ...providerSettings["phonepe-v2"],
    });
    const gateway = (stage: RotationStage) => services[stage].paymentGateways.get({ sql, branch: branch.id });
    assert.ok(await gateway("rotated"));
    await assert.rejects(gateway("done"));
    const [factor] = await sql<{ sealed: string }[]>`select sealed from second_factors limit 1`;
    assert.ok(!services.done.sealer.isCurrent(factor!.sealed));
    const first = await resealAll({ sql, config: rotationStages.rotated });
    const findResult = (results: typeof first, name: string) => results.find(({ column }) => column === name)!;
    assert.deepEqual(findResult(first, "payment_settings.client_secret"), {
      column: "payment_settings.client_secret",
      resealed: 1,
      unreadable: 0,
    });
    assert.equal(findResult(first, "second_factors.sealed").resealed, 1);
    assert.ok(findResult(first, "outbox_secrets.sealed").resealed > 0);
    assert.ok(first.every(({ unreadable }) => unreadable === 0));
    assert.ok((await resealAll({ sql, config: rotationStages.rotated })).every(({ resealed }) => resealed === 0));
    assert.ok(await gateway("done"));
    const lost = await resealAll({ sql, config: { secret: "x".repeat(32), credentialsKey: "y".repeat(32) } });
    assert.equal(findResult(lost, "payment_settings.client_secret").unreadable, 1);
  });
});

describe("the settings", () => {
  const folder = mkdtempSync(path.join(tmpdir(), "chaavi-keys-"));
  after(() => rmSync(folder, { recursive: true, force: true }));
  const [a, b, c] = ["a".repeat(32), "b".repeat(32), "c".repeat(32)];

  test("SECRET signs, ACCEPTED_SECRETS are accepted; a key file has the same, one per line", () => {
    const provided = loadConfig({
      env: {
        DATA_DIR: folder,
        SECRET: a,
        ACCEPTED_SECRETS: `${b}, ${c}`,
        CREDENTIALS_KEY: b,
        ACCEPTED_CREDENTIALS_KEYS: a,
      },
    });
    assert.deepEqual(getSecretKeys(provided), [a, b, c]);
    assert.deepEqual(provided.acceptedCredentialsKeys, [a]);
    writeFileSync(path.join(folder, "secret"), `${b}\n${a}\n`);
    assert.deepEqual(getSecretKeys(loadConfig({ env: { DATA_DIR: folder } })), [b, a]);
  });

  test("a key that is too short is rejected in a line", () => {
    assert.throws(() => loadConfig({ env: { DATA_DIR: folder, SECRET: a, ACCEPTED_SECRETS: "short" } }), {
      message: /^ACCEPTED_SECRETS has one that is too short/,
    });
  });
});
