// Layout and accessibility of every public, platform and customer page.
import { walkPublicAndPlatformPages } from "#tests/support/page-walk.ts";

walkPublicAndPlatformPages();
