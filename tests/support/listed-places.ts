import type { Page } from "playwright-core";

/** The numbered names on a listing of the public site. On a phone, places are laid out after the first view. */
export async function readListedPlaces(page: Page): Promise<string[]> {
  const headings = page.getByRole("list", { name: "Places", exact: true }).getByRole("heading");
  await headings.first().waitFor();
  // Not the inner texts: those of parts whose layout is deferred are empty.
  return headings.allTextContents();
}
