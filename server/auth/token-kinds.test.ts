import assert from "node:assert/strict";
import { test } from "node:test";
import { SignJWT } from "jose";
import { createSealer } from "#server/auth/secrets.ts";
import { type TokenKind, tokenKinds } from "#server/auth/token-kinds.ts";
import { TokenService } from "#server/auth/tokens.ts";

const secret = "a-secret-of-at-least-32-characters";
const now = new Date("2026-11-22T06:00:00Z");
const tokens = new TokenService({ keys: [secret], clock: () => now });

/** One kind with a payload: its token, and whether a token is accepted as one of this kind. */
interface KindCase {
  name: string;
  issue: () => Promise<string>;
  accepts: (token: string) => Promise<boolean>;
}

function createCase<P>({ name, kind, payload }: { name: string; kind: TokenKind<P>; payload: P }): KindCase {
  return {
    name,
    issue: async () => (kind.format === "jwt" ? tokens.issue({ kind, payload }) : tokens.issue({ kind, payload })),
    accepts: async (token) => {
      try {
        assert.deepEqual(
          kind.format === "jwt" ? await tokens.verify({ kind, token }) : tokens.verify({ kind, token }),
          payload,
        );
        return true;
      } catch (error) {
        const { code } = error as { code?: string };
        assert.equal(code, kind.invalid, name);
        return false;
      }
    },
  };
}

const access = { id: "2f6d0c2e-0000-4000-8000-000000000001", version: 3, session: "family" };
const binding = { channel: "sms", recipient: "9840012345", requestKey: "key" } as const;
const { mailLink, partnerProof, otp, ...single } = tokenKinds;
const cases: KindCase[] = [
  createCase({ name: "access", kind: single.access, payload: access }),
  createCase({ name: "session", kind: single.session, payload: { ...access, refresh: "refresh token" } }),
  createCase({ name: "liveStream", kind: single.liveStream, payload: { ...access, until: null } }),
  createCase({ name: "branchPreview", kind: single.branchPreview, payload: { ...access, branch: 7 } }),
  createCase({ name: "phoneProof", kind: single.phoneProof, payload: "9840012345" }),
  createCase({ name: "registrationStatus", kind: single.registrationStatus, payload: access.id }),
  createCase({ name: "setUp", kind: single.setUp, payload: { id: access.id, version: 3 } }),
  createCase({ name: "ticketLink", kind: single.ticketLink, payload: 7 }),
  createCase({ name: "inviteLink", kind: single.inviteLink, payload: 7 }),
  createCase({ name: "passLink", kind: single.passLink, payload: 7 }),
  createCase({ name: "visitLink", kind: single.visitLink, payload: { entry: 7, member: 3 } }),
  createCase({ name: "notification", kind: single.notification, payload: { message: 7, device: 3 } }),
  createCase({ name: "payLink", kind: single.payLink, payload: { kind: "P", id: 7 } }),
  createCase({ name: "qr", kind: single.qr, payload: { kind: "P", id: 7 } }),
  createCase({ name: "handover", kind: single.handover, payload: 7 }),
  createCase({
    name: "applicant",
    kind: single.applicant,
    payload: { phone: "9840012345", email: "a@example.com", requestKeys: { sms: "key", mail: undefined } },
  }),
  ...Object.entries(mailLink).map(([name, kind]) => createCase({ name, kind, payload: access.id })),
  ...Object.entries(partnerProof).map(([name, kind]) => createCase({ name: `proof ${name}`, kind, payload: "9" })),
  ...(["login", "registration", "verification", "reset", "valet", "staff"] as const).map((purpose) =>
    createCase({
      name: `otp ${purpose}`,
      kind: otp[purpose],
      payload: { binding: { ...binding, purpose }, extra: { account: "1" } },
    }),
  ),
];

test("has a case for every kind", () => {
  const count = [single, mailLink, partnerProof, otp].reduce((sum, group) => sum + Object.keys(group).length, 0);
  assert.equal(cases.length, count);
});

test("accepts a token as its own kind only", async () => {
  for (const issued of cases) {
    const token = await issued.issue();
    for (const { name, accepts } of cases)
      assert.equal(await accepts(token), name === issued.name, `${issued.name} as ${name}`);
  }
});

test("rejects altered, foreign and non-textual tokens of every kind", async () => {
  const other = createSealer("another-secret-of-at-least-32-characters").seal('{"binding":{"purpose":"login"}}');
  for (const { issue, accepts, name } of cases) {
    const token = await issue();
    const last = token.at(-2) === "A" ? "B" : "A";
    for (const forged of [
      `${token}AAAA`,
      token.slice(0, -2) + last + token.at(-1),
      token.slice(1),
      "",
      ".",
      "é",
      other,
    ])
      assert.equal(await accepts(forged), false, `${name}: ${forged}`);
  }
  for (const token of [undefined, null, 7, {}])
    assert.equal(tokens.tryVerify({ kind: tokenKinds.qr, token }), undefined);
});

test("a token expires with its kind, or earlier if it is issued so", async () => {
  const minute = 60_000;
  const at = (ms: number) => new TokenService({ keys: [secret], clock: () => new Date(now.getTime() + ms) });
  const reset = tokenKinds.mailLink["password-reset"];
  const token = await tokens.issue({ kind: reset, payload: "1" });
  assert.equal(await at(59 * minute).verify({ kind: reset, token }), "1");
  await assert.rejects(at(60 * minute).verify({ kind: reset, token }), { code: "TOKEN_EXPIRED" });
  const expiresAt = new Date(now.getTime() + minute);
  const short = await tokens.issue({ kind: tokenKinds.access, payload: access, expiresAt });
  assert.deepEqual(await at(0).authenticate(short), access);
  await assert.rejects(at(minute).authenticate(short), { code: "TOKEN_EXPIRED" });
  const { liveStream } = tokenKinds;
  const stream = await tokens.issue({ kind: liveStream, payload: { ...access, until: null } });
  await assert.rejects(at(minute).verify({ kind: liveStream, token: stream }), { code: "INVALID_TOKEN" });
});

test("a new version of the row invalidates earlier links", () => {
  const kind = tokenKinds.ticketLink;
  const first = tokens.issue({ kind, payload: 7 });
  const second = tokens.issue({ kind, payload: 7, version: "1700000000000" });
  assert.equal(tokens.verify({ kind, token: second, version: "1700000000000" }), 7);
  assert.equal(tokens.tryVerify({ kind, token: first, version: "1700000000000" }), undefined);
  assert.equal(tokens.tryVerify({ kind, token: second }), undefined);
});

test("tokens on printed slips, in sent messages and on open pages stay valid: their formats do not change", async () => {
  const { ticketLink, inviteLink, payLink, qr } = tokenKinds;
  assert.equal(tokens.issue({ kind: ticketLink, payload: 7 }), "7.TaDR1aTxkNac9pwCvbmto8TvOcQNKRv2");
  assert.equal(
    tokens.issue({ kind: ticketLink, payload: 7, version: "1700000000000" }),
    "7.VTdmmcZaB-w1itNlHjJ8DcrvNZzEB0Jz",
  );
  assert.equal(tokens.issue({ kind: inviteLink, payload: 7 }), "7.7bDb1ioy43trJDdosnPHIx5-ndmah7DW");
  const pay = tokens.issue({ kind: payLink, payload: { kind: "P", id: 7 } });
  assert.equal(pay, "P7.Srm75S4neX21c9KCm0hqMupNt0KtFFpT");
  assert.equal(tokens.issue({ kind: qr, payload: { kind: "M", id: 7 } }), "CHAAVI:M:7:ZjixQq9WSqJPVszphD1FCG");
  const sign = (issuer: string, claims: object) =>
    new SignJWT({ ...claims })
      .setProtectedHeader({ alg: "HS256", typ: "JWT" })
      .setIssuer(issuer)
      .setExpirationTime(now.getTime() / 1000 + 60)
      .sign(new TextEncoder().encode(secret));
  const request = { id: access.id, v: 3, session: "family" };
  assert.deepEqual(await tokens.authenticate(await sign("chaavi", request)), access);
  assert.equal((await tokens.authenticate(await sign("chaavi", { ...request, refresh: "r" }))).refresh, "r");
  const link = await sign("chaavi-invite", { scope: "invite", sub: "1" });
  assert.equal(await tokens.verify({ kind: tokenKinds.mailLink.invite, token: link }), "1");
  const values = {
    page: "employee",
    binding: { channel: "sms", recipient: "9840012345", purpose: "login", asker: "key" },
  };
  const page = createSealer(secret).seal(JSON.stringify(values));
  assert.deepEqual(tokens.verify({ kind: tokenKinds.otp.login, token: page }), {
    binding: { ...binding, purpose: "login" },
    extra: { page: "employee" },
  });
});
