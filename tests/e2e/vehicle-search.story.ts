// §2 /vehicle-search finds the valet tickets of a vehicle besides its parking entries.
import { test } from "node:test";
import { assertAccessible, desktopViewport, openPage } from "#tests/support/browser.ts";
import { logIn } from "#tests/support/log-in.ts";
import { startStory } from "#tests/support/story.ts";

const { address, make } = await startStory();
const company = await make.company({ slug: "golconda" });
const branch = await make.branch({ company: company.id, slug: "banjara-hills", is_valet_and_parking: true });
const manager = await make.user("manager", { branch });
const plate = "TS09AB4127";
await make.row("Valet_and_Parking_Information", {
  branch: branch.id,
  Vehicle_Number: plate,
  Customer_Phone_Number: "9848022338",
});

test("a manager finds a valet ticket by the end of the plate and by the phone, and opens it", async () => {
  const { page: screen, assertNoErrors } = await openPage({ address, context: desktopViewport });
  await logIn({ page: screen, user: manager, landingUrl: "**/home" });
  await screen.goto("/golconda/banjara-hills/vehicle-search");
  await screen.getByRole("textbox", { name: "Vehicle number" }).fill("4127");
  await screen.getByRole("button", { name: "Search", exact: true }).click();
  await screen.getByRole("heading", { name: "Valet tickets" }).waitFor();
  await screen.getByRole("link", { name: plate }).waitFor();
  await assertAccessible(screen);
  await screen.goto("/golconda/banjara-hills/vehicle-search?phone=98480");
  await screen.getByRole("link", { name: plate }).click();
  await screen.getByRole("heading", { name: "History" }).waitFor();
  assertNoErrors();
});
