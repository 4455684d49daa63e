// Every page on a phone.
import { phone } from "#tests/support/browser.ts";
import { walkEveryPage } from "#tests/support/every-page.ts";

walkEveryPage(phone);
