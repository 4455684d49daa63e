-- §4: sessions in which an admin sets up the branch while the registration is under review.
alter table sessions add column is_set_up boolean;
