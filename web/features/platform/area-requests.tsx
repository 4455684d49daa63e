// Areas that branches ask for: made as they are written, mended first, found among those there are, or refused with a word.
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router";
import { Areas } from "#domain/collections/reference.ts";
import { text } from "#domain/fields.ts";
import { limits } from "#domain/limits.ts";
import { areaOption, areasQuery } from "#web/items/areas.ts";
import { itemsQuery, updateItem } from "#web/items/items.ts";
import { Chip, Chips } from "#web/ui/chip.tsx";
import { FormField } from "#web/ui/form-field.tsx";
import { SettingsForm } from "#web/ui/settings-form.tsx";
import { Sheet } from "#web/ui/sheet.tsx";
import { Since } from "#web/ui/time.tsx";
import styles from "#web/features/platform/platform.module.css";

interface AreaRequestWire {
  id: number;
  area_name: string;
  date_created: string;
  user_created: { first_name: string } | null;
  area_request_branch_id: {
    id: number;
    name: string;
    city: string | null;
    state: string | null;
    company: { id: number; name: string };
  } | null;
}

const branch = "area_request_branch_id";
const fields = [
  "id",
  "area_name",
  "date_created",
  "user_created.first_name",
  ...["id", "name", "city", "state", "company.id", "company.name"].map((name) => `${branch}.${name}`),
];

export function AreaRequests() {
  const [opened, setOpened] = useState<AreaRequestWire>();
  const filter = { status: { _eq: "draft" } };
  const { data = [] } = useQuery(itemsQuery<AreaRequestWire>("Area_Request_List", { filter, fields, sort: ["id"] }));
  if (data.length === 0) return null;
  return (
    <section className={styles["list"]}>
      <h2 className={styles["heading"]}>
        Asked for <span className={`figures ${styles["soft"]}`}>{data.length}</span>
      </h2>
      <ul className={styles["rows"]}>
        {data.map((asked) => (
          <li key={asked.id}>
            <button type="button" className={styles["row"]} onClick={() => setOpened(asked)}>
              <span className={styles["who"]}>
                <span className={styles["name"]}>{asked.area_name}</span>
                <span className={styles["soft"]}>{askerOf(asked)}</span>
              </span>
              <span className={styles["soft"]}>
                <Since at={asked.date_created} />
              </span>
            </button>
          </li>
        ))}
      </ul>
      {opened && <AnswerSheet key={opened.id} asked={opened} onClose={() => setOpened(undefined)} />}
    </section>
  );
}

function askerOf({ area_request_branch_id: place, user_created: person }: AreaRequestWire): string {
  return [place?.name, place?.company.name, place?.city].filter(Boolean).join(", ") || (person?.first_name ?? "");
}

const answers = ["Make it", "It is there already", "Refuse"] as const;
const { area_name, city, state } = Areas.fields;
/** What is asked of an area that is made. */
export const areaFields = { area_name, city: { ...city, required: true }, state: { ...state, required: true } };
const refusal = { note: text({ label: "Why not", required: true, max: limits.reviewNote }) };

function AnswerSheet({ asked, onClose }: { asked: AreaRequestWire; onClose: () => void }) {
  const [answer, setAnswer] = useState<(typeof answers)[number]>("Make it");
  const place = asked.area_request_branch_id;
  const proposed = { area_name: asked.area_name, city: place?.city ?? "", state: place?.state ?? "" };

  async function send(changes: { [field: string]: unknown }): Promise<void> {
    await updateItem("Area_Request_List", asked.id, changes);
    onClose();
  }

  return (
    <Sheet isOpen title={asked.area_name} onClose={onClose}>
      <div className={styles["sheet"]}>
        {place && (
          <p className={styles["soft"]}>
            Asked for by{" "}
            <Link to={`/platform/review?company=${place.company.id}&branch=${place.id}`}>{askerOf(asked)}</Link>. Its
            branch lies in the area from then on.
          </p>
        )}
        <Chips label="Answer">
          {answers.map((one) => (
            <Chip key={one} label={one} isChosen={one === answer} onPress={() => setAnswer(one)} />
          ))}
        </Chips>
        {answer === "Make it" && (
          <SettingsForm
            fields={areaFields}
            row={proposed}
            isChanged
            verb="Make the area"
            onSave={(changes) => send({ status: "published", area: { ...proposed, ...changes } })}
          >
            <FormField name="area_name" />
            <FormField name="city" />
            <FormField name="state" />
          </SettingsForm>
        )}
        {answer === "It is there already" && <Known city={place?.city ?? null} onSave={send} />}
        {answer === "Refuse" && (
          <SettingsForm
            fields={refusal}
            row={{}}
            verb="Refuse"
            onSave={(said) => send({ status: "rejected", ...said })}
          >
            <FormField name="note" as="long-text" description="Read by the admin of the branch." />
          </SettingsForm>
        )}
      </div>
    </Sheet>
  );
}

interface KnownProps {
  city: string | null;
  onSave: (changes: { [field: string]: unknown }) => Promise<void>;
}

function Known({ city: where, onSave }: KnownProps) {
  const filter = where ? { city: { _icontains: where } } : {};
  const { data = [] } = useQuery(areasQuery({ filter, limit: 500 }));
  return (
    <SettingsForm
      fields={{ area: { kind: "one", to: "Areas", label: "Area", required: true } }}
      row={{}}
      verb="Use this area"
      onSave={(changes) => onSave({ status: "published", ...changes })}
    >
      <FormField name="area" options={data.map(areaOption)} />
    </SettingsForm>
  );
}
