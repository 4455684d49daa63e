// Every page of a branch.
import { walkBranchPages } from "#tests/support/every-page.ts";

walkBranchPages();
