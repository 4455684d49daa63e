// Script of the public site: position of the visitor, link to the own account, and live counts. Pages work without it.
import "#web/site/islands/account-link.ts";
import "#web/site/islands/near-me.ts";
import "#web/site/islands/live-space.ts";
