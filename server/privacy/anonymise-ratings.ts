// reading.md §10: removes the author from the ratings of visits. Stars and words remain, which others have read and the branch
// has answered, unless the words name the author.
import { namesPerson } from "#domain/ratings/rating-words.ts";
import type { Tx } from "#server/db/pool.ts";

interface NamedRating {
  id: number;
  words: string | null;
  names: string[];
  details: string[];
}

/** Before the visits and their visitor records, whose names the words are searched for. Returns the ids of the ratings. */
export async function anonymiseRatings({
  tx,
  column,
  ids,
}: {
  tx: Tx;
  column: "parking_information" | "valet_and_parking_information";
  ids: readonly number[];
}): Promise<number[]> {
  const person =
    column === "parking_information"
      ? tx`select m.name, m.phone_no as phone, m.vehicle_no as plate, m.email from "Parking_Information" e
          join "Parking_Main_Information" m on m.id = e.parking_main_info where e.id = r.parking_information`
      : tx`select t."Customer_Name" as name, t."Customer_Phone_Number" as phone, t."Vehicle_Number" as plate, t.email
          from "Valet_and_Parking_Information" t where t.id = r.valet_and_parking_information`;
  const ratings = await tx<NamedRating[]>`
    select r.id, r.words, array_remove(array[p.name, r.shown_name, u.first_name, u.last_name], null) as names,
      array_remove(array[p.phone, p.plate, p.email], null) as details
    from "Ratings" r cross join lateral (${person}) p left join users u on u.contact_number = p.phone and u.is_customer_user
    where r.${tx(column)} = any(${[...ids]}) order by r.id`;
  const naming = ratings.filter(({ words, ...person }) => words !== null && namesPerson({ words, ...person }));
  const all = ratings.map(({ id }) => id);
  await tx`update "Ratings" set shown_name = null where id = any(${all})`;
  await tx`update "Ratings" set words = null where id = any(${naming.map(({ id }) => id)})`;
  return all;
}
