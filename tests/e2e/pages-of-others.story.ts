// Every page for everybody, for the platform's people and for customers.
import { walkOtherPages } from "#tests/support/every-page.ts";

walkOtherPages();
