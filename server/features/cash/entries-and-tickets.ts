// §4 Entries and tickets in one form, for the remarks of a day and of a shift of cash and for the report of exceptions.
import type { PendingQuery, Row } from "postgres";
import type { Sql, Tx } from "#server/db/pool.ts";

interface Conditions {
  sql: Sql | Tx;
  /** On `p`, an entry with its visitor record `m`. */
  parking: PendingQuery<Row[]>;
  /** On `v`, a ticket. */
  valet: PendingQuery<Row[]>;
}

export function selectEntriesAndTickets({ sql, parking, valet }: Conditions): PendingQuery<Row[]> {
  return sql`
    select 'P' as kind, p.id, m.id as main, coalesce(m.vehicle_no, m.name) as name, p.receipt_no, p.deduction_charge, p.deduction_note, p.additional_charge,
      p.addition_note, p.charge_override, p.charge_override_reason, p.refunded_amount, p.in_time, p.out_time, p.paid_at, p.parking_status_id = 4 as is_cancelled, p.change_reason, p.date_updated, p.user_updated,
      p.pay_later_reason, p.written_off_amount, p.written_off_at, p.write_off_reason, p.written_off_by, p.exit_recorded_at, p.exit_recorded_by,
      p.voided_at, p.voided_by, p.user_created, p.actual_amount, p.total_amount, p.is_slip_lost, p.lost_slip_proof, p.slip_prints, p.receipt_prints, p.is_test,
      p.is_person or m.parking_type = 'long_time' as is_uncharged, p.correction is not null as is_corrected
    from "Parking_Information" p join "Parking_Main_Information" m on m.id = p.parking_main_info where ${parking}
    union all
    select 'V', v.id, null, v."Vehicle_Number", v.receipt_no, v.deduction_charge, v.deduction_note, v.additional_charge,
      v.addition_note, v.charge_override, v.charge_override_reason, v.refunded_amount, v.in_time, v.out_time, v.paid_at, v.voided_at is not null, v.change_reason, v.date_updated, v.user_updated,
      v.pay_later_reason, v.written_off_amount, v.written_off_at, v.write_off_reason, v.written_off_by, null, null,
      v.voided_at, v.voided_by, v.user_created, v.actual_amount, v.total_amount, v.is_slip_lost, v.lost_slip_proof, v.slip_prints, v.receipt_prints, v.is_test,
      false, v.corrected_at is not null
    from "Valet_and_Parking_Information" v where ${valet}`;
}

/**
 * Whether the exit of `e`, one of the rows above, was without a charge although its visit is charged: not that of a person, nor one that a
 * pass covers.
 */
export function isFreeExitSql(sql: Sql | Tx): PendingQuery<Row[]> {
  return sql`(e.voided_at is null and coalesce(e.total_amount, 0) = 0 and not e.is_uncharged and not e.is_test)`;
}

/** `(branch, kind)` of the services that are free of charge now, whose exits are no exceptions: of entries ('P') or tickets ('V'). */
export function selectFreeServices({
  sql,
  branches,
}: {
  sql: Sql | Tx;
  branches: readonly number[];
}): PendingQuery<Row[]> {
  return sql`
  select b.id, k.kind from "Branch" b left join "Parking_Configuration" pc on pc.id = b.parking_config
    left join "Valet_and_Parking_Configuration" vc on vc.id = b.valet_and_parking_config cross join lateral (values ('P', pc.is_free), ('V', vc.is_free)) k (kind, is_free)
  where b.id = any(${[...branches]}::bigint[]) and k.is_free`;
}
