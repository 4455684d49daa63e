// The interface in other languages: a guard works a shift in Tamil, and the screens of the gate fit a phone in each language.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { before, test } from "node:test";
import type { Page } from "playwright-core";
import { languages } from "#domain/people/languages.ts";
import { assertAccessible, openPage, phoneViewport } from "#tests/support/browser.ts";
import { eventually } from "#tests/support/eventually.ts";
import type { CreatedBranch, CreatedUser } from "#tests/support/factories.ts";
import { findLayoutProblems } from "#tests/support/fits.ts";
import { fillLogInForm, logIn } from "#tests/support/log-in.ts";
import { startStory } from "#tests/support/story.ts";

const { address, make, sql } = await startStory();
const slug = "languages";
const codes = ["hi", "ta", "te", "kn"] as const;
/** Folder for pictures of every screen; none are taken without it. */
const pictures = process.env["LANGUAGE_PICTURES"];
const plate = "TN09AB1234";

let branch: CreatedBranch;
let guard: CreatedUser;
let page: Page;
const tamil = readCatalogue("ta");

function readCatalogue(code: string): (message: string) => string {
  const catalogue: { [message: string]: string } = JSON.parse(
    readFileSync(`web/languages/catalogues/${code}.json`, "utf8"),
  );
  return (message) => {
    const translated = catalogue[message];
    assert.ok(translated, `${code} has no '${message}'`);
    return translated;
  };
}

const readLanguage = (of: Page): Promise<string> => of.evaluate<string>("document.documentElement.lang");

const getBranchPath = (name: string): string => `/${slug}/${branch.slug}/${name}`;

before(async () => {
  const company = await make.company({ slug });
  branch = await make.branch({ company: company.id, slots: 20, rate: "20.00" });
  guard = await make.user("staff", { branch, first_name: "Selvi" });
  ({ page } = await openPage({ address, context: phoneViewport, expectedErrors: [/status of 4\d\d/] }));
});

test("choosing a language keeps what is typed, and changes the page at once", async () => {
  await logIn({ page, user: guard });
  assert.equal(await readLanguage(page), "en-IN");
  await page.goto(getBranchPath("parking/create"));
  await page.getByRole("textbox", { name: "Vehicle number", exact: true }).fill(plate);
  await page.getByRole("button", { name: "More" }).click();
  await page.getByRole("combobox", { name: "Language" }).selectOption("ta");
  await page.getByRole("dialog", { name: tamil("More") }).waitFor();
  assert.equal(await readLanguage(page), "ta");
  await page.keyboard.press("Escape");
  await page.getByRole("heading", { name: tamil("Check in") }).waitFor();
  const input = page.getByRole("textbox", { name: tamil("Vehicle number"), exact: true });
  assert.equal(await input.inputValue(), plate);
  await eventually(async () => {
    const [stored] = await sql`select language from users where id = ${guard.id}`;
    assert.equal(stored?.["language"], "ta");
  });
  await assertAccessible(page);
});

test("a guard works a shift in Tamil", async () => {
  const checkIn = page.getByRole("button", { name: tamil("Check in") });
  await page.getByRole("textbox", { name: tamil("Vehicle number"), exact: true }).fill("");
  await checkIn.click();
  const missing = tamil("{label} is required").replace("{label}", tamil("Vehicle number"));
  await page.getByText(`*${missing}`).waitFor();
  await page.getByRole("textbox", { name: tamil("Vehicle number"), exact: true }).fill(plate);
  await page.getByRole("textbox", { name: new RegExp(`^${tamil("Phone number")}`) }).fill("9840012345");
  await checkIn.click();
  await page.getByRole("heading", { name: tamil("Checked in") }).waitFor();
  await page.getByText(tamil("Vehicle checked in")).waitFor();

  // A refusal of the server.
  await page.goto(getBranchPath(`parking/create?plate=${plate}`));
  await page.getByRole("textbox", { name: new RegExp(`^${tamil("Phone number")}`) }).fill("9840012345");
  await page.getByRole("button", { name: tamil("Check in") }).click();
  await page.getByText(tamil("This vehicle is already inside. Check it out first.")).waitFor();

  await page.goto(getBranchPath("parking/dashboard"));
  await page.getByRole("link", { name: plate }).click();
  await page.getByText(tamil("In"), { exact: true }).first().waitFor();
  await page.getByRole("button", { name: tamil("Collect {extended}").replace("{extended}", "₹20.00") }).click();
  await page.getByRole("dialog", { name: tamil("Collect cash") }).waitFor();
  await page
    .getByRole("button", { name: tamil("Collect {due}").replace("{due}", "₹20.00") })
    .last()
    .click();
  await page.getByText(tamil("Out"), { exact: true }).first().waitFor();
});

test("the language of the account follows to another device, and the device keeps it after the log-out", async () => {
  const { page: other } = await openPage({ address, context: phoneViewport });
  await logIn({ page: other, user: guard });
  await other.getByRole("heading", { name: tamil("Parking board") }).waitFor();
  assert.equal(await readLanguage(other), "ta");
  await other.getByRole("button", { name: tamil("More") }).click();
  await other
    .getByRole("button", { name: tamil("Log out") })
    .last()
    .click();
  // The shift has cash that was not counted.
  const logOutAnyway = tamil("{action} without counting").replace("{action}", tamil("Log out"));
  await other.getByRole("button", { name: logOutAnyway }).click();
  await other.waitForURL("**/partner-with-us**");
  await other.reload();
  await other.getByRole("button", { name: "Language" }).click();
  await other.getByRole("combobox", { name: "Language" }).waitFor();
  assert.equal(await readLanguage(other), "ta");
  await other.getByRole("combobox", { name: "Language" }).selectOption("en");
  await eventually(async () => assert.equal(await readLanguage(other), "en-IN"));
});

test("an account without a language keeps that of the device", async () => {
  const { page: other } = await openPage({ address, context: phoneViewport });
  await other.goto("/partner-with-us");
  await other.getByRole("button", { name: "Language" }).click();
  await other.getByRole("combobox", { name: "Language" }).selectOption("hi");
  await eventually(async () => assert.equal(await readLanguage(other), "hi"));
  await fillLogInForm({ page: other, user: await make.user("staff", { branch }) });
  await other.getByRole("heading", { name: readCatalogue("hi")("Parking board") }).waitFor();
});

test("without its catalogue, the interface is in English", async () => {
  const { page: other } = await openPage({ address, context: phoneViewport });
  await other.goto("/partner-with-us");
  await other.evaluate("localStorage.setItem('chaavi-language', 'xx')");
  await other.reload();
  await other.getByRole("heading", { name: "Partner login" }).waitFor();
  assert.equal(await readLanguage(other), "en-IN");
});

for (const code of codes)
  test(`the screens of the gate fit a phone in ${languages[code]}`, async () => {
    const t = readCatalogue(code);
    const { page: phone } = await openPage({ address, context: phoneViewport, expectedErrors: [/status of 4\d\d/] });
    await logIn({ page: phone, user: await make.user("staff", { branch, language: code }) });
    const assertFits = async (screen: string): Promise<void> => {
      if (pictures) await phone.screenshot({ path: `${pictures}/${code}-${screen}.png` });
      for (const width of [390, 320]) {
        await phone.setViewportSize({ width, height: 844 });
        assert.deepEqual(await findLayoutProblems(phone), [], `${screen} at ${width} px`);
      }
      await phone.setViewportSize({ width: 390, height: 844 });
    };
    await phone.getByRole("heading", { name: t("Parking board") }).waitFor();
    await assertFits("board");
    await phone.getByRole("button", { name: t("More") }).click();
    await phone.getByRole("dialog", { name: t("More") }).waitFor();
    await assertFits("more");
    await phone.goto(getBranchPath("parking/create"));
    const phoneInput = phone.getByRole("textbox", { name: new RegExp(`^${t("Phone number")}`) });
    await phoneInput.waitFor();
    await assertFits("check-in");
    const number = make.plate();
    await phone.getByRole("textbox", { name: t("Vehicle number"), exact: true }).fill(number);
    await phoneInput.fill("98400");
    await phone.getByRole("button", { name: t("Check in") }).click();
    await assertFits("check-in-refused");
    await phoneInput.fill("9840012345");
    await phone.getByRole("button", { name: t("Check in") }).click();
    await phone.getByRole("heading", { name: t("Checked in") }).waitFor();
    await assertFits("checked-in");
    await phone.getByRole("link", { name: t("Open") }).click();
    await phone.getByRole("heading", { name: t("History") }).waitFor();
    await assertFits("entry");
    await phone
      .getByRole("button", { name: t("More actions") })
      .or(phone.getByRole("button", { name: t("Actions") }))
      .click();
    await phone.getByRole("dialog", { name: t("More actions") }).waitFor();
    await assertFits("actions");
    await phone.getByRole("button", { name: t("Void entry") }).click();
    await phone.getByRole("dialog").waitFor();
    await assertFits("void");
    await phone.keyboard.press("Escape");
    await phone.getByRole("dialog").waitFor({ state: "detached" });
    await phone.getByRole("button", { name: t("Collect {extended}").replace("{extended}", "₹20.00") }).click();
    await phone.getByRole("dialog", { name: t("Collect cash") }).waitFor();
    await assertFits("cash");
    await phone
      .getByRole("button", { name: t("Collect {due}").replace("{due}", "₹20.00") })
      .last()
      .click();
    await phone.getByText(t("Out"), { exact: true }).first().waitFor();
    await assertFits("checked-out");
    await phone.goto(getBranchPath("parking/dashboard"));
    await phone.getByRole("link", { name: number }).waitFor();
    await assertFits("board-with-entry");
  });
