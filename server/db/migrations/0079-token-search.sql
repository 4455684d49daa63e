-- transaction: none
-- Search of a branch's tickets by a token without its prefix, which can have changed since: by the end of the token.
create index concurrently if not exists "Valet_and_Parking_Information_token_end_idx" on "Valet_and_Parking_Information" ("branch", reverse("token_no") text_pattern_ops);
