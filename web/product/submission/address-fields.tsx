// §2 'Others', §3: fields of a branch's address: state, city, and the area of the city.
import { TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useEffect, useEffectEvent, useId } from "react";
import { otherArea } from "#domain/branches/area.ts";
import { findMainTown } from "#domain/branches/location/main-towns.ts";
import { isSamePlace } from "#domain/branches/place-names.ts";
import { removeSpaces } from "#domain/schema/fields.ts";
import { areasQuery } from "#web/api/areas.ts";
import { FormField } from "#web/product/forms/form-field.tsx";
import { stateOfPinCodeQuery } from "#web/product/submission/pin-code.ts";
import { useFormState } from "#web/ui/forms/form.tsx";
import { useAutofill } from "#web/ui/forms/use-autofill.ts";
import { useFormField } from "#web/ui/forms/text-field.tsx";
import { Grid } from "#web/ui/layout.tsx";

interface AreaFieldsProps {
  /** Current values of the branch's state and city. */
  state: string;
  city: string;
  /** Form field names of the area and of the name of a missing area. */
  name?: string;
  nameOfOther?: string;
  /** Shown before it in the same row. */
  adjacent?: ReactNode;
}

/** Areas of the city, and 'Others' with a field for the name of a missing area. */
export function AreaFields({ state, city, name = "area", nameOfOther = "area_name", adjacent }: AreaFieldsProps) {
  const { values, setValue } = useFormState();
  const { data: areas = [] } = useQuery({
    ...areasQuery({ filter: { state: { _eq: state } } }),
    enabled: state !== "",
  });
  const isOther = values[name] === String(otherArea.id);
  // A name that is too short would reject the form while its field is hidden.
  const isLeftOver = !isOther && Boolean(values[nameOfOther]);
  const clearLeftOver = useEffectEvent(() => isLeftOver && setValue(nameOfOther, ""));
  useEffect(() => void clearLeftOver(), [isLeftOver]);
  const areasOfCity = areas.filter((area) => isSamePlace(area.city ?? "", city));
  const options = [...areasOfCity, otherArea].map(({ id, area_name }) => ({ value: String(id), label: area_name }));
  return (
    <>
      <Grid minColumnWidth={240} gap="lg">
        {adjacent}
        <FormField name={name} options={options} description="Not listed? Choose Others." />
      </Grid>
      {isOther && (
        <FormField name={nameOfOther} isRequired description="We will add it to the list after verification." />
      )}
    </>
  );
}

export function AddressFields() {
  const { values } = useFormState();
  const state = String(values["state"] ?? "");
  const city = String(values["city"] ?? "");
  const { data: areas = [] } = useQuery({
    ...areasQuery({ filter: { state: { _eq: state } } }),
    enabled: state !== "",
  });
  const pincode = removeSpaces(String(values["pincode"] ?? ""));
  const { data: place, isLoading } = useQuery(stateOfPinCodeQuery(pincode));
  const town = findMainTown(pincode);
  useAutofill({ sourceKey: town, valuesToFill: town ? { city: town } : {} });
  useAutofill({ sourceKey: place?.state, valuesToFill: place?.state ? { state: place.state } : {}, isLoading });
  return (
    <>
      <FormField name="address" widget="long-text" autoComplete="street-address" />
      <Grid minColumnWidth={240} gap="lg">
        <FormField name="pincode" description="6 digits" autoComplete="postal-code" />
        <FormField name="state" description="Filled from the pin code, if known." />
      </Grid>
      <AreaFields
        state={state}
        city={city}
        adjacent={<CityField cities={[...new Set(areas.map((area) => area.city ?? "").filter(Boolean))]} />}
      />
    </>
  );
}

function CityField({ cities }: { cities: readonly string[] }) {
  const id = useId();
  const { text, set, shared } = useFormField({ name: "city", description: "City or town" });
  return (
    <div>
      <TextInput
        {...shared}
        value={text}
        list={id}
        autoComplete="address-level2"
        onChange={(event) => set(event.currentTarget.value)}
      />
      <datalist id={id}>
        {cities.map((city) => (
          <option key={city} value={city}>
            {city}
          </option>
        ))}
      </datalist>
    </div>
  );
}
