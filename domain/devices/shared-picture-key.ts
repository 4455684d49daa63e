// The shared picture in the tab's session storage, which web/public/share.js writes and the check-in page reads.
export const sharedPictureKey = "chaavi-shared-picture";
/** Afterwards the picture is not attached any more: it is of another vehicle. */
export const sharedPictureLifeMs = 15 * 60_000;
