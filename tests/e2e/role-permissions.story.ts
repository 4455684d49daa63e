// §6: an admin grants staff of a branch a capability; their pages follow, and the history names the change.
import { test } from "node:test";
import { assertAccessible, desktopViewport, openPage } from "#tests/support/browser.ts";
import { logIn } from "#tests/support/log-in.ts";
import { startStory } from "#tests/support/story.ts";

const { address, make } = await startStory();
const company = await make.company({ slug: "meenakshi" });
const branch = await make.branch({ company: company.id, slug: "mount-road" });
const admin = await make.user("admin", { branch, first_name: "Lakshmi" });
const manager = await make.user("manager", { branch });
const staff = await make.user("staff", { branch });
const settings = "/meenakshi/mount-road/configurations/branch";

test("an admin lets staff view reports; the history names the change", async () => {
  const { page: screen, assertNoErrors } = await openPage({ address, context: desktopViewport });
  await logIn({ page: screen, user: admin });
  await screen.goto(`${settings}/permissions`);
  const ofStaff = screen.getByRole("group", { name: "Staff" });
  await ofStaff.getByRole("checkbox", { name: "View reports and daily cash" }).check();
  await ofStaff.getByText("Differs from the standard: not allowed").waitFor();
  await assertAccessible(screen);
  await screen.getByRole("button", { name: "Save permissions" }).click();
  await screen.getByText("Saved").waitFor();
  await screen.goto(`${settings}/history`);
  await screen.getByText("Role permissions standard → Staff may view reports and daily cash").waitFor();
  assertNoErrors();
});

test("staff open the page that they were granted", async () => {
  const { page: screen, assertNoErrors } = await openPage({ address, context: desktopViewport });
  await logIn({ page: screen, user: staff });
  const navigation = screen.getByRole("navigation", { name: "Main navigation" });
  await navigation.getByText("Money", { exact: true }).click();
  await navigation.getByRole("link", { name: "Daily cash" }).click();
  await screen.getByRole("heading", { name: "Daily cash" }).waitFor();
  await screen.getByText("Cash", { exact: true }).first().waitFor();
  assertNoErrors();
});

test("an admin revokes the gate from staff, who still see the board", async () => {
  const { page: screen, assertNoErrors } = await openPage({ address, context: desktopViewport });
  await logIn({ page: screen, user: admin });
  await screen.goto(`${settings}/permissions`);
  const ofStaff = screen.getByRole("group", { name: "Staff" });
  await ofStaff.getByRole("checkbox", { name: "Check in, check out and collect payments" }).uncheck();
  await screen.getByRole("button", { name: "Save permissions" }).click();
  await screen.getByText("Saved").waitFor();
  assertNoErrors();

  const { page: gate, assertNoErrors: assertNoGateErrors } = await openPage({ address, context: desktopViewport });
  await logIn({ page: gate, user: staff });
  await gate.goto("/meenakshi/mount-road/parking/dashboard");
  await gate.getByRole("heading", { name: "Parking board" }).waitFor();
  await gate.getByRole("link", { name: /^Check in/ }).waitFor({ state: "detached" });
  assertNoGateErrors();
});

test("a manager does not see the permissions", async () => {
  const { page: screen, assertNoErrors } = await openPage({ address, context: desktopViewport });
  await logIn({ page: screen, user: manager });
  await screen.goto(`${settings}/permissions`);
  await screen.getByRole("heading", { name: "Page not found" }).waitFor();
  await screen.goto(settings);
  await screen.getByRole("heading", { name: "Opening hours" }).waitFor();
  await screen.getByRole("heading", { name: "Role permissions" }).waitFor({ state: "detached" });
  assertNoErrors();
});
