-- §2 Questions and answers of a branch's public page, as a list of { question, answer }.
alter table "Branch" add "questions" jsonb;
