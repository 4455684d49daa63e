// Script of the public site: pickers of date and time, position of the visitor, link to the own account, own places, codes to copy, live counts, and the
// map with streets. Pages work without it.
import "#web/site/islands/account-link.ts";
import "#web/site/islands/copy-code.ts";
import "#web/site/islands/date-time-fields.ts";
import "#web/site/islands/near-me.ts";
import "#web/site/islands/live-space.ts";
import "#web/site/islands/own-places.ts";
import "#web/site/islands/street-map.ts";
