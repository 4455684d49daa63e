-- transaction: none
-- The offers that show a picture, which decide whether everybody may read it.
create index concurrently if not exists "Offers_offer_image_idx" on "Offers" ("offer_image");
