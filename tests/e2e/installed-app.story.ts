// §1 §2: what browsers require to install the application, and where its shortcuts lead.
import assert from "node:assert/strict";
import { test } from "node:test";
import sharp from "sharp";
import { z } from "zod";
import { desktopViewport, openPage, phoneViewport } from "#tests/support/browser.ts";
import { fillLogInForm } from "#tests/support/log-in.ts";
import { startStory } from "#tests/support/story.ts";

const { app, address, make } = await startStory();

const manifestSchema = z.object({
  id: z.string(),
  name: z.string().min(1).max(45),
  short_name: z.string().min(1).max(12),
  description: z.string().min(1),
  lang: z.literal("en-IN"),
  start_url: z.string(),
  scope: z.literal("/"),
  display: z.enum(["standalone", "fullscreen", "minimal-ui"]),
  background_color: z.string().regex(/^#[\da-f]{6}$/),
  theme_color: z.string().regex(/^#[\da-f]{6}$/),
  icons: z.array(
    z.object({ src: z.string(), type: z.string(), sizes: z.string(), purpose: z.enum(["any", "maskable"]) }),
  ),
  share_target: z.object({
    action: z.string(),
    method: z.literal("POST"),
    enctype: z.literal("multipart/form-data"),
    params: z.object({ files: z.array(z.object({ name: z.string(), accept: z.array(z.string()) })) }),
  }),
  shortcuts: z.array(z.object({ name: z.string(), url: z.string(), icons: z.array(z.object({ src: z.string() })) })),
});

const readManifest = async () => manifestSchema.parse(JSON.parse((await app.inject("/app.webmanifest")).body));

test("the manifest is complete and served with its type, and its pages answer", async () => {
  const response = await app.inject("/app.webmanifest");
  assert.equal(response.statusCode, 200);
  assert.equal(response.headers["content-type"], "application/manifest+json");
  assert.equal(response.headers["cache-control"], "no-cache");
  const manifest = await readManifest();
  assert.deepEqual(
    manifest.shortcuts.map(({ name }) => name),
    ["Check in", "Scan", "Board"],
  );
  for (const url of [manifest.start_url, ...manifest.shortcuts.map((shortcut) => shortcut.url)]) {
    const page = await app.inject({ url, headers: { accept: "text/html" } });
    assert.equal(page.statusCode, 200, url);
    assert.ok(page.body.includes('<link rel="manifest" href="/app.webmanifest">'), url);
    // The policy permits a manifest of the own origin.
    assert.match(String(page.headers["content-security-policy"]), /default-src 'self'/);
  }
  const { action, method, params } = manifest.share_target;
  assert.deepEqual(params.files, [{ name: "picture", accept: ["image/*"] }]);
  const shared = await app.inject({ url: action, method });
  assert.equal(shared.statusCode, 400);
  assert.match(shared.body, /Share one picture at a time/);
  const site = await app.inject({ url: "/", headers: { accept: "text/html" } });
  assert.ok(site.body.includes('<link rel="manifest" href="/app.webmanifest"/>'));
});

test("every icon is a picture of the stated size, and maskable ones survive the cut to a circle", async () => {
  const { icons, shortcuts } = await readManifest();
  const pictures = icons.filter(({ type }) => type === "image/png");
  const sizesOf = (purpose: string) => pictures.filter((icon) => icon.purpose === purpose).map(({ sizes }) => sizes);
  assert.deepEqual(sizesOf("any"), ["192x192", "512x512"]);
  assert.deepEqual(sizesOf("maskable"), ["192x192", "512x512"]);
  for (const { src, sizes, purpose } of [
    ...pictures,
    { src: "/apple-touch-icon.png", sizes: "180x180", purpose: "maskable" },
  ]) {
    const response = await app.inject(src);
    assert.equal(response.headers["content-type"], "image/png", src);
    const image = sharp(response.rawPayload);
    const { width, height, format } = await image.metadata();
    assert.deepEqual([format, `${width}x${height}`], ["png", sizes], src);
    const { data, info } = await image.ensureAlpha().raw().toBuffer({ resolveWithObject: true });
    const pixelAt = (x: number, y: number) => [
      ...data.subarray((y * info.width + x) * 4, (y * info.width + x) * 4 + 4),
    ];
    const [corner, ground] = [pixelAt(0, 0), pixelAt(Math.round(info.width / 2), 1)];
    assert.equal(corner[3], purpose === "maskable" ? 255 : 0, `${src}: corner ${corner.join()}`);
    if (purpose !== "maskable") continue;
    // Outside the circle of 80 % there is only the ground.
    const radius = 0.4 * info.width;
    for (let y = 0; y < info.height; y += 2)
      for (let x = 0; x < info.width; x += 2)
        if (Math.hypot(x - info.width / 2, y - info.height / 2) > radius)
          assert.deepEqual(pixelAt(x, y), ground, `${src}: ${x}, ${y}`);
  }
  for (const icon of shortcuts.flatMap((shortcut) => shortcut.icons))
    assert.equal((await app.inject(icon.src)).statusCode, 200);
});

test("Chromium reads the manifest without errors and finds nothing against installing", async () => {
  const { page } = await openPage({ address, context: desktopViewport });
  await page.goto("/partner-with-us");
  await page.getByRole("heading", { name: "Partner login" }).waitFor();
  const browser = await page.context().newCDPSession(page);
  const { url, errors } = await browser.send("Page.getAppManifest");
  assert.equal(url, `${address}/app.webmanifest`);
  assert.deepEqual(errors, []);
  const { installabilityErrors } = await browser.send("Page.getInstallabilityErrors");
  // Pages of a test are opened like private windows, which install nothing.
  const reasons = installabilityErrors.map(({ errorId }) => errorId).filter((id) => id !== "in-incognito");
  assert.deepEqual(reasons, []);
});

test("a shortcut asks for the log-in and opens its page of the own branch", async () => {
  const company = await make.company({ slug: "shortcut-story" });
  const branch = await make.branch({ company: company.id, slots: 5 });
  const { page } = await openPage({ address, context: phoneViewport });
  await page.goto("/my-pages?open=check-in");
  await page.waitForURL(/\/partner-with-us\?redirect_to=/);
  await fillLogInForm({ page, user: await make.user("staff", { branch }) });
  await page.waitForURL(`**/shortcut-story/${branch.slug}/parking/create`);
  await page.goto("/my-pages?open=board");
  await page.waitForURL(`**/shortcut-story/${branch.slug}/parking/dashboard`);
});
