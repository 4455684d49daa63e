// What a place has, for who looks for one.
import { useState } from "react";
import { amenityNames } from "#domain/rules/amenities.ts";
import { limits } from "#domain/limits.ts";
import { text } from "#domain/fields.ts";
import { updateItem } from "#web/items/items.ts";
import { queryClient } from "#web/items/query-client.ts";
import { Chip, Chips } from "#web/ui/chip.tsx";
import { Form, SubmitButton } from "#web/ui/form.tsx";
import { FormField } from "#web/ui/form-field.tsx";
import { showSuccess } from "#web/ui/messages.ts";
import { Card } from "#web/ui/page.tsx";
import { WaitingButton } from "#web/ui/waiting-button.tsx";
import { PartHeading } from "#web/features/configuration/part-heading.tsx";
import styles from "#web/features/configuration/configuration.module.css";

const fields = { word: text({ label: "Something else", max: limits.amenity }) };

export function AmenitiesPart({ branch, amenities }: { branch: number; amenities: readonly string[] }) {
  const [chosen, setChosen] = useState(amenities);
  const [count, setCount] = useState(0);
  const shown = [...new Set<string>([...amenityNames, ...amenities, ...chosen])];

  function toggle(word: string): void {
    setChosen((known) => (known.includes(word) ? known.filter((one) => one !== word) : [...known, word]));
  }

  return (
    <Card>
      <PartHeading menu="branch" edit="amenities">
        Amenities
      </PartHeading>
      <Chips label="Amenities" className={styles["chips"]}>
        {shown.map((word) => (
          <Chip key={word} label={word} isChosen={chosen.includes(word)} onPress={() => toggle(word)} />
        ))}
      </Chips>
      <Form
        key={count}
        fields={fields}
        onSubmit={({ word }) => {
          const said = String(word ?? "").trim();
          if (said && !chosen.includes(said)) toggle(said);
          setCount(count + 1);
        }}
      >
        <div className={styles["beside"]}>
          <FormField name="word" placeholder="Tea stall" />
          <SubmitButton color="ink" variant="default" size="md" fullWidth={false}>
            Add
          </SubmitButton>
        </div>
      </Form>
      <WaitingButton
        color="marigold"
        size="lg"
        fullWidth
        onPress={async () => {
          await updateItem("Branch", branch, { amenities: chosen });
          showSuccess("DATA_UPDATED");
          await queryClient.invalidateQueries();
        }}
      >
        Save the amenities
      </WaitingButton>
    </Card>
  );
}
