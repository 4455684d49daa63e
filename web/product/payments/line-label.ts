// A line of a charge in the language of the page, without its amount, which the page shows beside it.
import { tFilled } from "#web/languages/t.ts";

interface ReceivedLine {
  text: string;
  /** Missing in a ticket that a device has kept since before translations were sent. */
  translation?: Parameters<typeof tFilled>[0] | undefined;
}

export const getLineLabel = ({ text, translation }: ReceivedLine): string =>
  translation ? tFilled(translation) : text;
