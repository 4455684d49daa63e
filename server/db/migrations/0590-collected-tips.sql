-- contract: only the open tickets with a tip, few at any time, so that one collected before is not asked for again nor removed at the handover.
alter table "Valet_and_Parking_Information" add column "tip_collected_at" timestamptz;
update "Valet_and_Parking_Information" v set "tip_collected_at" = coalesce(
  (select max(p."received_at") from "payments" p where p."valet_and_parking_information" = v.id and p."mode" = 'cash' and p."kind" = 'payment'
    and not exists (select 1 from "payments" r where r."corrects" = p."id" and r."kind" = 'reversal')),
  case when v."payment_mode" = 'cash' then v."paid_at" end)
where v."out_time" is null and v."valet_tip" > 0;
