// With a session, the link to log in leads to the user's own pages.
import { readStoredToken } from "#web/api/tokens/stored-token.ts";

const link = document.querySelector<HTMLAnchorElement>("a[data-account]");
if (link && readStoredToken() !== null) {
  link.href = "/my-pages";
  link.textContent = "My pages";
}
