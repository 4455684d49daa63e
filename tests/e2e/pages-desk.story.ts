// Every page on a desk.
import { desk } from "#tests/support/browser.ts";
import { walkEveryPage } from "#tests/support/every-page.ts";

walkEveryPage(desk);
