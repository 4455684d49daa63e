// Nobody parks for free because a tariff was forgotten: a service takes vehicles once it has a tariff in force, or the
// branch has said that it is free of charge. See docs/rules/tariffs.md.
import { RuleViolation } from "#domain/schema/collection.ts";

interface PricedConfiguration {
  is_free: boolean;
  is_collect_valet_charge: boolean;
  /** In paise, or in rupees as on the wire. */
  valet_charge: number | string | null;
}

interface TariffDecision {
  /** The version in force. */
  version: object | null | undefined;
  config: Partial<PricedConfiguration> | null | undefined;
}

/** A tariff, a valet charge, or the explicit choice to be free. */
export function isTariffDecided({ version, config }: TariffDecision): boolean {
  const hasValetCharge = config?.is_collect_valet_charge === true && Number(config.valet_charge) > 0;
  return Boolean(version) || config?.is_free === true || hasValetCharge;
}

/** TARIFF_REQUIRED for a new entry or ticket of a service that has neither. */
export function checkTariffDecided(decision: TariffDecision): RuleViolation | undefined {
  return isTariffDecided(decision) ? undefined : new RuleViolation("TARIFF_REQUIRED");
}
