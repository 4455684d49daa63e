-- transaction: none
-- Search of a branch's tickets by the last digits of a plate or a part of a name, however many tickets there are.
-- Without fastupdate: what a search has to look through never grows between two vacuums.
create index concurrently if not exists "Valet_and_Parking_Information_search_idx" on "Valet_and_Parking_Information" using gin ("branch", "Vehicle_Number" gin_trgm_ops, "Customer_Name" gin_trgm_ops) with (fastupdate = off);
