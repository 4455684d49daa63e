// A plate that was here before fills the rest by itself; one that is inside already is told before the button is pressed.
import { useQuery } from "@tanstack/react-query";
import { IconAlertTriangle, IconArrowRight, IconHistory, IconMailForward } from "@tabler/icons-react";
import { Link } from "react-router";
import { fieldError, vehicleNumber } from "#domain/fields.ts";
import { parkingSequence } from "#domain/states/parking.ts";
import { itemsQuery } from "#web/items/items.ts";
import { useLive } from "#web/items/live.ts";
import { useBranch } from "#web/items/use-session.ts";
import { useFormState } from "#web/ui/form.tsx";
import { Moment, Since } from "#web/ui/time.tsx";
import { useFill } from "#web/ui/use-fill.ts";
import styles from "#web/features/parking/returning.module.css";

interface Known {
  id: number;
  name: string | null;
  phone_no: string;
  vehicle_type: number | null;
}
interface Inside {
  id: number;
  in_time: string | null;
}
interface Invited {
  id: number;
  invite_start_date: string;
  invite_end_date: string;
  user_created: { first_name: string } | null;
}

const plateField = vehicleNumber({ required: true });

/** The plate once it can be one. */
function usePlate(): string | undefined {
  const { values } = useFormState();
  const plate = String(values["vehicle_no"] ?? "");
  return fieldError({ name: "vehicle_no", field: plateField, value: plate }) ? undefined : plate;
}

function useLastVisit(plate: string | undefined): Known | undefined {
  const { branch } = useBranch();
  const { data } = useQuery({
    ...itemsQuery<Known>("Parking_Main_Information", {
      filter: { branch: { _eq: branch.id }, vehicle_no: { _eq: plate ?? "" } },
      fields: ["id", "name", "phone_no", "vehicle_type"],
      sort: ["-id"],
      limit: 1,
    }),
    enabled: plate !== undefined,
  });
  return plate === undefined ? undefined : data?.[0];
}

function useInside(plate: string | undefined): Inside | undefined {
  const { branch } = useBranch();
  useLive("Parking_Information");
  const { data } = useQuery({
    ...itemsQuery<Inside>("Parking_Information", {
      filter: {
        branch: { _eq: branch.id },
        parking_status_id: { _eq: parkingSequence.in },
        parking_main_info: { vehicle_no: { _eq: plate ?? "" } },
      },
      fields: ["id", "in_time"],
      limit: 1,
    }),
    enabled: plate !== undefined,
  });
  return plate === undefined ? undefined : data?.[0];
}

/** The next invite of the vehicle that is not over. */
function useInvited(plate: string | undefined): Invited | undefined {
  const { branch } = useBranch();
  const { data } = useQuery({
    ...itemsQuery<Invited>("Parking_Information", {
      filter: {
        branch: { _eq: branch.id },
        parking_status_id: { _eq: parkingSequence.pending },
        is_invited: { _eq: true },
        parking_main_info: { vehicle_no: { _eq: plate ?? "" } },
      },
      fields: ["id", "invite_start_date", "invite_end_date", "user_created.first_name"],
      sort: ["invite_end_date"],
      limit: 1,
    }),
    enabled: plate !== undefined,
  });
  return plate === undefined ? undefined : data?.[0];
}

export function Returning() {
  const { path, zone } = useBranch();
  const plate = usePlate();
  const known = useLastVisit(plate);
  const inside = useInside(plate);
  const invited = useInvited(plate);
  useFill({
    of: known?.id,
    wanted: {
      phone_no: known?.phone_no ?? "",
      name: known?.name ?? "",
      vehicle_type: known?.vehicle_type ? String(known.vehicle_type) : "",
    },
  });
  return (
    <div role="status" className={styles["place"]}>
      {inside ? (
        <Link className={styles["inside"]} to={path(`parking/detail?id=${inside.id}`)}>
          <IconAlertTriangle size={22} aria-hidden="true" />
          <span>
            This vehicle is inside already: it came in <Since at={inside.in_time} />. Open it
          </span>
          <IconArrowRight size={20} aria-hidden="true" />
        </Link>
      ) : invited ? (
        <Link className={styles["invited"]} to={path(`parking/detail?id=${invited.id}`)}>
          <IconMailForward size={22} aria-hidden="true" />
          <span>
            Invited{invited.user_created ? ` by ${invited.user_created.first_name}` : ""} for{" "}
            <Moment at={invited.invite_start_date} zone={zone} /> to <Moment at={invited.invite_end_date} zone={zone} />
            . Open it
          </span>
          <IconArrowRight size={20} aria-hidden="true" />
        </Link>
      ) : (
        known && (
          <p className={styles["known"]}>
            <IconHistory size={20} aria-hidden="true" />
            Was here before{known.name ? `: ${known.name}` : ""}. Check the phone number.
          </p>
        )
      )}
    </div>
  );
}
