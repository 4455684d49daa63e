// §2 Vendors see the page of a branch before it is published, exactly so; §3 its texts for search engines.
import assert from "node:assert/strict";
import { test } from "node:test";
import { tokenKinds } from "#server/auth/token-kinds.ts";
import { startApp, type TestClient } from "#tests/support/app.ts";
import { createFactories, type CreatedBranch } from "#tests/support/factories.ts";
import { testTokens } from "#tests/support/tokens.ts";

const { app, sql, asUser, clock } = await startApp();
const make = createFactories(sql);
const place = { city: "Madurai", state: "Tamil Nadu" };

const open = (url: string) => app.inject({ url, headers: { accept: "text/html" } });
const openPage = (client: TestClient, { id }: { id: number }) => client.post(`/actions/branches/${id}/page`, {});

async function toPublicPath({ company, slug }: CreatedBranch): Promise<string> {
  const [row] = await sql<{ slug: string }[]>`select slug from "Companies" where id = ${company}`;
  return `/${row!.slug}/${slug}/parking/commercial/info`;
}

/** A branch in verification, and the admin of its company, who works at a published one. */
async function createUnpublished(fields: object = {}) {
  const company = await make.company();
  const published = await make.branch({ ...place, company: company.id });
  const branch = await make.branch({ ...place, company: company.id, status: "draft", rate: "20.00", ...fields });
  const user = await make.user("admin", { branch: published });
  return { company, published, branch, user, admin: await asUser(user) };
}

test("its own admin sees an unpublished branch, and nobody else does", async () => {
  const { branch, published, admin } = await createUnpublished({ name: "Goripalayam Lot", slots: 4 });
  const { status, data } = await openPage(admin, branch);
  assert.equal(status, 200);
  const page = await open(data.path);
  assert.equal(page.statusCode, 200);
  for (const text of ["Preview: not published", "Goripalayam Lot", "₹20 per 30 min or part", "4 of 4 free"])
    assert.ok(page.body.includes(text), text);
  assert.deepEqual(
    ["cache-control", "x-robots-tag", "referrer-policy", "etag"].map((name) => page.headers[name]),
    ["no-store", "noindex", "no-referrer", undefined],
  );
  assert.ok(page.body.includes('<meta name="robots" content="noindex"/>'));

  const publicPath = await toPublicPath(branch);
  const previewPath = publicPath.replace(/info$/, "preview");
  for (const url of [publicPath, previewPath, `${previewPath}?token=x`])
    assert.equal((await open(url)).statusCode, 404, url);
  assert.ok(!(await open("/parking/commercial/tamil-nadu/madurai")).body.includes("Goripalayam"));

  const { admin: stranger, branch: foreign } = await createUnpublished();
  assert.equal((await openPage(stranger, branch)).code, "FORBIDDEN");
  const { data: other } = await openPage(stranger, foreign);
  const foreignToken = new URL(other.path, "http://localhost").searchParams.get("token");
  assert.equal((await open(`${previewPath}?token=${foreignToken}`)).statusCode, 404);
  for (const role of ["staff", "employee", "approver"] as const)
    assert.equal(
      (await openPage(await asUser(await make.user(role, { branch: published })), branch)).code,
      "FORBIDDEN",
    );
  const manager = await asUser(await make.user("manager", { branch: published }));
  assert.equal((await openPage(manager, branch)).code, "FORBIDDEN");
  assert.equal((await openPage(await asUser(), branch)).code, "FORBIDDEN");
});

test("a preview ends with the right, with the session and after 15 minutes", async () => {
  const { branch, user, admin } = await createUnpublished();
  const { path } = (await openPage(admin, branch)).data;
  assert.equal((await open(path)).statusCode, 200);
  clock.now = new Date(Date.now() + 15 * 60_000);
  assert.equal((await open(path)).statusCode, 404);
  clock.now = null;
  await sql`update users set auth_version = auth_version + 1 where id = ${user.id}`;
  assert.equal((await open(path)).statusCode, 404);
  await sql`update users set auth_version = auth_version - 1, status = 'suspended' where id = ${user.id}`;
  assert.equal((await open(path)).statusCode, 404);
  await sql`update users set status = 'active' where id = ${user.id}`;
  assert.equal((await open(path)).statusCode, 200);
});

test("shows the branch's own pictures, and no other file", async () => {
  const { branch, published, user, admin } = await createUnpublished();
  const addBanner = async ({ id }: CreatedBranch): Promise<string> => {
    const stored = { type: "image/png", filename_disk: "gate.png", filesize: 1 };
    const file = await make.row("files", { filename_download: "gate.png" }, stored);
    await sql`update files set user_created = ${user.id}, branch = ${id} where id = ${String(file.id)}`;
    await sql`insert into "Branch_Banner_Images" (branch, image, sort) values (${id}, ${String(file.id)}, 1)`;
    return String(file.id);
  };
  const [own, ofPublished] = [await addBanner(branch), await addBanner(published)];
  const { path } = (await openPage(admin, branch)).data;
  const token = new URL(path, "http://localhost").searchParams.get("token");
  assert.ok((await open(path)).body.includes(`/assets/${own}?key=system-large-cover&amp;preview=${token}`));
  // A condition that every readable file fulfils, so that no bytes are needed.
  const read = async (image: string, preview: string | null): Promise<number> => {
    const headers = { "if-none-match": "*" };
    return (await app.inject({ url: `/assets/${image}?preview=${preview}`, headers })).statusCode;
  };
  assert.equal(await read(own, token), 304);
  assert.equal(await read(ofPublished, token), 403);
  assert.equal(await read(own, "x"), 403);
  const stored = { type: "image/png", filename_disk: "logo.png", filesize: 1 };
  const { id: logo } = await make.row("files", { filename_download: "logo.png" }, stored);
  await sql`update files set user_created = ${user.id}, branch = ${branch.id} where id = ${String(logo)}`;
  assert.equal(await read(String(logo), token), 403);
  await sql`update "Companies" set company_logo = ${String(logo)} where id = ${branch.company}`;
  assert.equal(await read(String(logo), token), 304);
  assert.ok((await open(path)).body.includes(`/assets/${logo}?key=system-medium-contain&amp;preview=${token}`));
  assert.equal((await open(`/assets/${own}`)).statusCode, 403);
});

test("a published branch has its public address, and one without a service none", async () => {
  const { published, admin } = await createUnpublished();
  assert.deepEqual((await openPage(admin, published)).data, { path: await toPublicPath(published) });
  const { branch, admin: other } = await createUnpublished({ is_parking: false });
  assert.equal((await openPage(other, branch)).code, "SERVICE_REQUIRED");
});

test("the status of a registration leads to the preview before the admin can log in", async () => {
  const company = await make.company({ status: "draft" });
  const branch = await make.branch({ ...place, company: company.id, status: "draft" });
  const { id } = await make.user("admin", { branch });
  assert.equal((await openPage(await asUser({ id }), branch)).status, 403);
  const application = await testTokens.issue({ kind: tokenKinds.registrationStatus, payload: id });
  const { data } = await (await asUser()).post("/actions/onboarding/state", { application });
  const page = await open(data.branches[0].page);
  assert.equal(page.statusCode, 200);
  assert.ok(page.body.includes("Preview: not published"));
});

test("the vendor's texts replace the generated ones, in the head of the page only", async () => {
  const branch = await make.branch(place);
  const path = await toPublicPath(branch);
  const before = (await open(path)).body;
  assert.match(before, /<title>Parking at /);
  assert.ok(!before.includes('name="keywords"'));
  const manager = await asUser(await make.user("manager", { branch }));
  const texts = {
    meta_title: "Parking by the temple",
    meta_description: "Open <day> & night",
    meta_keywords: "temple, car",
  };
  assert.equal((await manager.patch(`/items/Branch/${branch.id}`, texts)).status, 200);
  const tooLong = await manager.patch(`/items/Branch/${branch.id}`, { meta_title: "a".repeat(151) });
  assert.equal(tooLong.code, "FAILED_VALIDATION");
  const staff = await asUser(await make.user("staff", { branch }));
  assert.equal((await staff.patch(`/items/Branch/${branch.id}`, texts)).code, "FORBIDDEN");
  // A query string of its own, so that the page is not a kept one.
  const { body } = await open(`${path}?vehicle=`);
  for (const text of [
    "<title>Parking by the temple</title>",
    '<meta name="description" content="Open &lt;day&gt; &amp; night"/>',
    '<meta name="keywords" content="temple, car"/>',
    '<meta property="og:title" content="Parking by the temple"/>',
  ])
    assert.ok(body.includes(text), text);
});
