// Amenities of a branch: the standard list and the branch's own.
import { useState } from "react";
import { amenityNames } from "#domain/branches/amenities.ts";
import * as limits from "#domain/limits.ts";
import { text } from "#domain/schema/fields.ts";
import { updateItem } from "#web/api/items.ts";
import { queryClient } from "#web/api/query-client.ts";
import { FilterChip, FilterChipGroup } from "#web/ui/filters/filter-chip.tsx";
import { Form, SubmitButton } from "#web/ui/forms/form.tsx";
import { FormField } from "#web/product/forms/form-field.tsx";
import { useEditedValue } from "#web/product/forms/use-edited-value.tsx";
import { showSuccess } from "#web/ui/feedback.ts";
import { Card } from "#web/ui/page.tsx";
import { AsyncButton } from "#web/ui/forms/async-button.tsx";
import { SectionLink } from "#web/features/branches/section-link.tsx";
import { Group } from "#web/ui/layout.tsx";

const fields = { amenity: text({ label: "Other amenity", max: limits.amenity }) };

export function AmenitiesSection({ branch, amenities }: { branch: number; amenities: readonly string[] }) {
  const { value: chosen, setValue: setChosen, reset, notice } = useEditedValue(amenities);
  const [count, setCount] = useState(0);
  const options = [...new Set<string>([...amenityNames, ...amenities, ...chosen])];

  function toggle(amenity: string): void {
    setChosen(chosen.includes(amenity) ? chosen.filter((name) => name !== amenity) : [...chosen, amenity]);
  }

  return (
    <Card
      title={
        <SectionLink menu="branch" edit="amenities">
          Amenities
        </SectionLink>
      }
    >
      <FilterChipGroup label="Amenities">
        {options.map((amenity) => (
          <FilterChip
            key={amenity}
            label={amenity}
            isChosen={chosen.includes(amenity)}
            onPress={() => toggle(amenity)}
          />
        ))}
      </FilterChipGroup>
      <Form
        key={count}
        fields={fields}
        onSubmit={({ amenity }) => {
          const name = (amenity ?? "").trim();
          if (name && !chosen.includes(name)) toggle(name);
          setCount(count + 1);
        }}
      >
        <Group align="end">
          <div style={{ flex: "1 1 160px" }}>
            <FormField name="amenity" placeholder="Tea stall" />
          </div>
          <SubmitButton color="ink" variant="default" size="md" fullWidth={false}>
            Add amenity
          </SubmitButton>
        </Group>
      </Form>
      {notice}
      <AsyncButton
        color="ink"
        size="lg"
        onPress={async () => {
          await updateItem("Branch", branch, { amenities: chosen });
          showSuccess("DATA_UPDATED");
          await queryClient.invalidateQueries();
          reset();
        }}
      >
        Save amenities
      </AsyncButton>
    </Card>
  );
}
