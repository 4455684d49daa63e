// The payment providers: one line for each, in the order of the settings page. Everything else about one is in its folder.
export { phonePeV1 } from "#server/features/payments/providers/phonepe-v1/provider.ts";
export { phonePeV2 } from "#server/features/payments/providers/phonepe-v2/provider.ts";
