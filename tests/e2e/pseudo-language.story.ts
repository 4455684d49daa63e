// Screens of the gate and of valet in a language of accented letters, with longer words than English: what stays plain is a text
// that no translation reaches, and no layout depends on the length of the English words.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import type { Page } from "playwright-core";
import { openPage, phoneViewport } from "#tests/support/browser.ts";
import type { CreatedBranch } from "#tests/support/factories.ts";
import { findLayoutProblems } from "#tests/support/fits.ts";
import { readCatalogue, showLanguage } from "#tests/support/languages.ts";
import { logIn } from "#tests/support/log-in.ts";
import { startStory } from "#tests/support/story.ts";

const { address, asUser, make } = await startStory();
const slug = "pseudo-language";
const accented: { readonly [letter: string]: string } = { a: "áa", e: "ée", i: "íi", o: "óo", u: "úu" };
const plain = "bcdfghjklmnpqrstvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
const other = "ƀçđƒǥĥĵķłɱñƥqřšŧṽŵẋýžÁƁÇĐÉƑǤĤÍĴĶŁṀÑÓƤQŘŠŦÚṼŴẊÝŽ";

/** The message in accented letters; `{placeholders}` stay. */
const toPseudo = (message: string): string =>
  message
    .split(/(\{\w+\})/)
    .map((part) =>
      part.startsWith("{")
        ? part
        : part.replaceAll(/[A-Za-z]/g, (letter) => accented[letter] ?? other[plain.indexOf(letter)] ?? letter),
    )
    .join("");

const kannada = readCatalogue("kn");
const pseudo = Object.fromEntries(Object.keys(kannada).map((message) => [message, toPseudo(message)]));
/** What people, vendors and the platform have named, and the country on a plate. */
const names = /\b(Selvi|IND|Block A|Standard|Car wash|Company \d+|Branch \d+|Chaavi)\b/g;

let branch: CreatedBranch;
let valet: CreatedBranch;

/** A page that gets the accented texts in place of those in Kannada. */
async function openPhone(): Promise<Page> {
  const { page } = await openPage({ address, context: phoneViewport });
  const isCatalogue = (text: string) => text.includes(kannada["Check in"]!) && text.includes(kannada["My shift"]!);
  await page.route("**/static/*.js", async (route) => {
    const response = await route.fetch();
    const text = await response.text();
    if (!isCatalogue(text)) return route.fulfill({ response });
    return route.fulfill({ response, body: `export default ${JSON.stringify(pseudo)};` });
  });
  return page;
}

/** Visible texts with three plain letters that are no data, outside histories, which stay English. */
async function listPlainTexts(page: Page): Promise<string[]> {
  const texts = await page.evaluate<string[]>(`(() => {
    const shown = new Set();
    const isHistory = (element) => [...document.querySelectorAll("section, article, div[class*=card]")].some(
      (card) => card.contains(element) && card.querySelector("h2")?.textContent.trim() === ${JSON.stringify(toPseudo("History"))});
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const { data, parentElement } = walker.currentNode;
      if (/[A-Za-z]{3}/.test(data) && parentElement.checkVisibility({ visibilityProperty: true }) && !isHistory(parentElement))
        shown.add(data.trim());
    }
    return [...shown];
  })()`);
  return texts.filter((text) => /[A-Za-z]{3}/.test(text.replaceAll(names, "")));
}

async function check({ page, path, heading }: { page: Page; path: string; heading: string }): Promise<void> {
  await page.goto(path);
  await page
    .getByRole("heading", { name: toPseudo(heading), exact: true })
    .first()
    .waitFor();
  assert.deepEqual(await listPlainTexts(page), [], `${path} has texts that are not translated`);
  for (const width of [390, 320]) {
    await page.setViewportSize({ width, height: 844 });
    assert.deepEqual(await findLayoutProblems(page), [], `${path} at ${width} px`);
  }
}

before(async () => {
  const company = await make.company({ slug });
  branch = await make.branch({ company: company.id, slots: 40, rate: "20.00" });
  valet = await make.valetBranch({ company: company.id, slots: 10, rate: "20.00" });
});

test("the gate's screens have no text that a translation does not reach", async () => {
  const user = await make.user("staff", { branch, first_name: "Selvi" });
  const client = await asUser(user);
  const { data: entry } = await client.post("/actions/parking/check-in", {
    vehicle_no: make.plate(),
    phone_no: "9840012345",
  });
  const page = await openPhone();
  await logIn({ page, user, landingUrl: "**/parking/dashboard" });
  await page.getByRole("heading", { name: "Parking board" }).waitFor();
  // English is plain: the check can fail.
  assert.ok((await listPlainTexts(page)).includes("Parking board"));
  await showLanguage({ page, code: "kn" });
  for (const [name, heading] of [
    ["parking/dashboard", "Parking board"],
    ["parking/create", "Check in"],
    [`parking/detail?id=${entry.id}`, "History"],
    [`parking/edit?id=${entry.id}`, "Edit entry"],
    ["parking/lot-check", "Lot check"],
    ["select/entry", "New entry"],
    ["vehicle-entry/create", "New vehicle entry"],
    ["cash-shift", "My shift"],
    ["passes", "Passes"],
    ["debts", "Debts"],
    ["printers", "Printers"],
  ] as const)
    await check({ page, path: `/${slug}/${branch.slug}/${name}`, heading });
});

test("the screens of valet have no text that a translation does not reach", async () => {
  const user = await make.user("staff", { branch: valet, first_name: "Selvi" });
  const client = await asUser(user);
  const body = { Vehicle_Number: make.plate(), Customer_Phone_Number: "9840012345" };
  const { data: ticket } = await client.post("/actions/valet/create-ticket", body);
  const page = await openPhone();
  await logIn({ page, user, landingUrl: "**/valet-parking/dashboard" });
  await showLanguage({ page, code: "kn" });
  for (const [name, heading] of [
    ["valet-parking/dashboard", "Valet board"],
    ["valet-parking/create", "New ticket"],
    [`valet-parking/detail?id=${ticket.id}`, "History"],
  ] as const)
    await check({ page, path: `/${slug}/${valet.slug}/${name}`, heading });
});
