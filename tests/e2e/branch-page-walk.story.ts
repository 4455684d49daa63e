// Layout and accessibility of every page of a branch.
import { walkBranchPages } from "#tests/support/page-walk.ts";

walkBranchPages();
