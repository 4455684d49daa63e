// reading.md §10: text columns of the tables without a collection. Every one is listed, which a test compares with the database.

interface InternalTable {
  /** Columns with personal data, and how long they stay. */
  personal?: { readonly [column: string]: string };
  /** Columns without personal data, or of people of vendors at work. */
  none?: readonly string[];
}

const endsWithAccount = "deleted with the account's sessions";

export const internalTables: { readonly [table: string]: InternalTable } = {
  backups: { none: ["status", "started_by", "file", "sha256", "error"] },
  code_tries: { none: ["purpose"] },
  counters: { none: ["name"] },
  history_archives: { none: ["storage", "key", "sha256"] },
  idempotency_keys: {
    personal: { result: "sealed; deleted after 24 hours" },
    none: ["scope", "key", "route", "fingerprint"],
  },
  invoice_counters: { none: ["gstin", "financial_year"] },
  credit_note_counters: { none: ["gstin", "financial_year"] },
  job_processes: { none: ["pool"] },
  links: { personal: { email: endsWithAccount }, none: ["id", "purpose", "user"] },
  live_matches: { personal: { row: "deleted by erasure, and after ten minutes" }, none: ["changed"] },
  loose_files: { none: ["storage", "key"] },
  message_counts: { personal: { key: "deleted by erasure" }, none: ["kind", "scope"] },
  migrations: { none: ["name", "checksum", "kind"] },
  otp_challenges: {
    personal: { recipient: "deleted by erasure", ip: "deleted by erasure", asker: "deleted by erasure" },
    none: ["channel", "purpose", "code_hash"],
  },
  outbox_secrets: { personal: { sealed: "sealed; deleted with the message" } },
  payment_answers: { personal: { body: "cleared with the entry" }, none: ["source", "verdict"] },
  pin_tries: { none: ["user"] },
  postal_places: { none: ["state", "city", "state_slug", "city_slug", "pincodes", "source"] },
  privacy_requests: {
    personal: { subject: "stored masked", sealed: "sealed; cleared when the erasure is done" },
    none: ["kind", "state", "subject_hash", "reason", "requested_by", "counts"],
  },
  push_messages: { personal: { path: "sealed; deleted with the message" }, none: ["user"] },
  push_subscriptions: {
    personal: { sealed: endsWithAccount, device: endsWithAccount },
    none: ["user", "endpoint_hash", "session", "kinds"],
  },
  recovery_codes: { personal: { code_hash: endsWithAccount }, none: ["user"] },
  second_factor_setups: { personal: { sealed: endsWithAccount }, none: ["user", "family"] },
  second_factors: { personal: { sealed: endsWithAccount }, none: ["user"] },
  sessions: {
    personal: { ip: endsWithAccount, user_agent: endsWithAccount },
    none: ["token_hash", "family", "user"],
  },
  site_branches: {
    none: [
      "valet",
      "entity_type",
      "state",
      "city",
      "area",
      "company",
      "slug",
      "state_name",
      "city_name",
      "area_name",
      "sorted_name",
      "amenities",
      "words",
    ],
  },
  report_figures: { none: ["topic", "keys", "figures"] },
  report_levels: { none: ["service", "seconds", "highest", "at_least"] },
  report_slots: { none: ["service", "prefix", "numbers", "entries", "paid"] },
  report_times: { none: ["topic", "keys", "times"] },
  report_visits: { none: ["service", "flows", "arrivals", "stays"] },
  retention_walks: { none: ["name"] },
  site_words: { none: ["word"] },
  tax_id_checks: { none: ["kind", "number_hash", "state", "answer", "sealed", "asked_by"] },
  throttle: { personal: { key: "hashed; deleted after its period" } },
  webhook_sequences: { none: ["subject"] },
};
