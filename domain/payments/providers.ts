// §4 Online payment: a provider as the settings page shows it. The providers themselves are known to the server alone
// (server/features/payments/providers/registry.ts).
import { z } from "zod";

export const paymentProvider = z.object({
  name: z.string().meta({ description: "Value of `gateway` in payment_settings." }),
  label: z.string(),
  credentials: z
    .array(z.object({ field: z.string(), label: z.string() }))
    .meta({ description: "Fields of payment_settings that it requires, in the order of the form." }),
  environments: z
    .array(z.enum(["simulator", "sandbox", "production"]))
    .meta({ description: "Values of `environment` that this installation offers; the simulator on a demo only." }),
  callback_path: z.string().meta({ description: "Where it sends its callbacks." }),
  instructions: z
    .string()
    .nullable()
    .meta({ description: "What to set up at the provider; `{url}` is the address of the callbacks." }),
});
export type PaymentProviderInfo = z.output<typeof paymentProvider>;
