-- §2 the history of an entry has the edits of its visitor record (domain/parking/corrections/edit-entry.ts).
alter table "Parking_Information" add "visitor_changes" jsonb;
