// Event kinds of the security log with label and severity.
import { getKeys, isKeyOf } from "#domain/object-keys.ts";

export type SecuritySeverity = "notice" | "warning" | "alert";

export interface SecurityEventDefinition {
  /** Label on screens and in exports. */
  label: string;
  severity: SecuritySeverity;
}

export const securityEvents = {
  log_in_failed: { label: "Failed login", severity: "notice" },
  second_factor_failed: { label: "Failed two-factor authentication", severity: "warning" },
  code_refused: { label: "Failed one-time code", severity: "notice" },
  code_flood: { label: "Too many codes requested", severity: "warning" },
  code_flood_began: { label: "Flood of one-time codes: addresses are slowed sooner", severity: "alert" },
  request_throttled: { label: "Throttled request", severity: "notice" },
  access_refused: { label: "Denied access", severity: "warning" },
  cross_site_refused: { label: "Denied cross-site request", severity: "warning" },
  token_refused: { label: "Denied token", severity: "warning" },
  session_reused: { label: "Stolen session (refresh token reused)", severity: "alert" },
  callback_forged: { label: "Forged payment message", severity: "alert" },
  export_created: { label: "Export", severity: "notice" },
  account_added: { label: "Account added", severity: "notice" },
  role_changed: { label: "Role or branch changed", severity: "warning" },
  status_changed: { label: "Account status changed", severity: "notice" },
  email_changed: { label: "Email changed", severity: "warning" },
  phone_changed: { label: "Phone number changed", severity: "warning" },
  password_changed: { label: "Password changed", severity: "notice" },
  password_reset: { label: "Password reset by email", severity: "notice" },
  second_factor_enabled: { label: "Two-factor authentication turned on", severity: "notice" },
  second_factor_disabled: { label: "Two-factor authentication turned off", severity: "warning" },
  second_factor_reset: { label: "Two-factor authentication reset by another user", severity: "warning" },
  token_created: { label: "API token created", severity: "warning" },
  token_revoked: { label: "API token revoked", severity: "notice" },
  device_enrolled: { label: "Shared device enrolled", severity: "warning" },
  device_revoked: { label: "Shared device revoked", severity: "notice" },
  card_issued: { label: "Log-in card issued", severity: "notice" },
  card_revoked: { label: "Log-in card revoked", severity: "notice" },
  pin_changed: { label: "PIN changed", severity: "notice" },
  payment_settings_changed: { label: "Payment settings changed", severity: "warning" },
  permissions_changed: { label: "Role permissions changed", severity: "warning" },
  user_searched: { label: "User searched by platform", severity: "notice" },
  sessions_ended: { label: "Sessions ended by platform", severity: "warning" },
  support_requested: { label: "Support access requested by platform", severity: "notice" },
  support_opened: { label: "Support access opened", severity: "warning" },
  support_declined: { label: "Support access declined or withdrawn", severity: "notice" },
  support_ended: { label: "Support access ended", severity: "notice" },
  platform_change: { label: "Change by platform", severity: "notice" },
} as const satisfies { [kind: string]: SecurityEventDefinition };

export type SecurityEventKind = keyof typeof securityEvents;
export const securityEventKinds = getKeys(securityEvents);

export function isSecurityEventKind(text: unknown): text is SecurityEventKind {
  return isKeyOf(securityEvents, text);
}
