// §4 The address of the pay page or the receipt of an entry, as its slip and its messages have it.

const payAddressPattern = /\/(?:pay|receipt)\/([A-Z]\d{1,15}\.[\w-]{1,60})$/;

/** The token of the address; undefined for any other text. */
export const getPayAddressToken = (text: string): string | undefined => payAddressPattern.exec(text.trim())?.[1];
