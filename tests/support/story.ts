// The app of a story in a real browser.
import type { Page } from "playwright-core";
import { startApp, type TestApp } from "#tests/support/app.ts";
import { openPage, phoneViewport } from "#tests/support/browser.ts";
import { createFactories, type CreatedBranch, type CreatedUser } from "#tests/support/factories.ts";

export interface Story extends TestApp {
  /** URL of the app. */
  address: string;
  make: ReturnType<typeof createFactories>;
}

/** Starts the app on a separate database, listening on a port; it is closed after the tests of the file. */
export async function startStory(options: Parameters<typeof startApp>[0] = {}): Promise<Story> {
  const started = await startApp(options);
  const address = await started.app.listen({ port: 0, host: "127.0.0.1" });
  return { ...started, address, make: createFactories(started.sql) };
}

export interface BranchStory extends Story {
  branch: CreatedBranch;
  staffUser: CreatedUser;
  /** URL path of a page of this branch, or of another one of its company. */
  getBranchPath: (page: string, at?: CreatedBranch) => string;
  /** Opens a page without a session, which may receive responses with a client error. */
  openNewPage: (context?: typeof phoneViewport) => Promise<Page>;
}

/** The console messages of a browser about rejected requests, and about those sent while the server shuts down. */
const rejectedRequests = [/status of (40[0139]|503)/];

/** Starts a story at a branch with ten slots and a staff member; `slug` is that of its company. */
export async function startBranchStory({ slug }: { slug: string }): Promise<BranchStory> {
  const story = await startStory();
  const { address, make } = story;
  const company = await make.company({ slug });
  const branch = await make.branch({ company: company.id, slots: 10 });
  return {
    ...story,
    branch,
    staffUser: await make.user("staff", { branch }),
    getBranchPath: (page, at = branch) => `/${slug}/${at.slug}/${page}`,
    openNewPage: async (context = phoneViewport) =>
      (await openPage({ address, context, expectedErrors: rejectedRequests })).page,
  };
}
