// §4: what was received otherwise than in cash, by channel; never part of a count of cash.
import { z } from "zod";
import { confirmedChannels } from "#domain/payments/channels/payment-channels.ts";
import { paise } from "#domain/schema/body-properties.ts";

export const channelSums = z.array(z.object({ channel: z.enum(confirmedChannels), amount: paise })).meta({
  description: "Amounts by UPI, card terminal, bank transfer and on account, without refunds; not part of the cash.",
});
