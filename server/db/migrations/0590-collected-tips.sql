-- Whether the tip of a ticket was collected or only chosen: it was not told apart before, but by whether cash was received.
alter table "Valet_and_Parking_Information" add column "tip_collected_at" timestamptz;
update "Valet_and_Parking_Information" v set "tip_collected_at" = coalesce(
  (select max(p."received_at") from "payments" p where p."valet_and_parking_information" = v.id and p."mode" = 'cash' and p."kind" = 'payment'
    and not exists (select 1 from "payments" r where r."corrects" = p."id" and r."kind" = 'reversal')),
  case when v."payment_mode" = 'cash' then coalesce(v."paid_at", v."out_time") end)
where v."valet_tip" > 0;
