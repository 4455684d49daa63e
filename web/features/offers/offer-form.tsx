// Form of an offer: what it saves, when and for whom, and how often it is used.
import { Checkbox, Textarea } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { can } from "#domain/access/capabilities.ts";
import { serviceLabels, type ServiceName, serviceNames } from "#domain/branches/services.ts";
import { weekdayNames, weekdays } from "#domain/branches/opening-hours.ts";
import { offerAudienceLabels, offerKindLabels } from "#domain/offers/offer-texts.ts";
import { Offers } from "#domain/offers/offers.collection.ts";
import { offerAudiences, offerKinds } from "#domain/offers/states.ts";
import { getKeys } from "#domain/object-keys.ts";
import type { Row } from "#domain/schema/collection.ts";
import { itemsQuery } from "#web/api/items.ts";
import { useBranch, useRequiredSession } from "#web/api/use-session.ts";
import type { WireOffer } from "#web/features/offers/api.ts";
import { findEditedFields } from "#web/product/forms/edit-start.ts";
import { AskBeforeLeaving } from "#web/product/forms/ask-before-leaving.tsx";
import { FormField } from "#web/product/forms/form-field.tsx";
import { ImagePicker } from "#web/product/forms/image-picker.tsx";
import { Form, SubmitButton, type SubmittedValues, useFormState } from "#web/ui/forms/form.tsx";
import { formatLocalDateTime, parseLocalDateTime } from "#web/ui/forms/local-date-time.ts";
import { Grid, Stack } from "#web/ui/layout.tsx";
import { Text, Title } from "#web/ui/text.tsx";

const {
  coupon_title,
  short_description,
  coupon_code,
  terms,
  is_listed,
  kind,
  percent,
  amount,
  free_minutes,
  highest_saving,
  smallest_bill,
  starts_at,
  ends_at,
  hours_from,
  hours_to,
  audience,
  total_limit,
  customer_limit,
  vehicle_limit,
  budget,
  is_stackable,
  priority,
  paid_by,
  partner_name,
} = Offers.fields;
const fields = {
  coupon_title,
  short_description,
  coupon_code,
  terms,
  is_listed,
  kind,
  percent,
  amount,
  free_minutes,
  highest_saving,
  smallest_bill,
  starts_at,
  ends_at,
  hours_from,
  hours_to,
  audience,
  total_limit,
  customer_limit,
  vehicle_limit,
  budget,
  is_stackable,
  priority,
  paid_by,
  partner_name,
};
type OfferValues = SubmittedValues<typeof fields>;

const payerLabels = { branch: "The branch", company: "The company", partner: "A partner" } as const;
const toOptions = (labels: { readonly [value: string]: string }) =>
  Object.entries(labels).map(([value, label]) => ({ value, label }));

function getInitialValues({ offer, zone }: { offer: WireOffer | undefined; zone: string }) {
  if (!offer) return { kind: "percent", audience: "all", paid_by: "company", priority: "0" };
  const toValue = (name: keyof typeof fields): string | boolean => {
    const value = offer[name];
    if (typeof value === "boolean") return value;
    if (value === null) return "";
    const isTime = name === "starts_at" || name === "ends_at";
    return isTime ? formatLocalDateTime({ at: new Date(String(value)), zone }) : String(value);
  };
  return Object.fromEntries(getKeys(fields).map((name) => [name, toValue(name)]));
}

const toNumber = (text: string | null): number | null => (text === null ? null : Number(text));
const splitLines = (text: string): string[] => text.split(/[\n,;]+/).flatMap((line) => line.trim() || []);

/** The lists of the offer, which no text field holds; an empty one stands for all. */
interface OfferLists {
  weekdays: readonly number[];
  services: readonly ServiceName[];
  vehicle_types: readonly number[];
  phones: readonly string[];
}

const orNull = <T,>(values: readonly T[]): T[] | null => (values.length === 0 ? null : [...values]);

function toRow({ values, lists, zone }: { values: OfferValues; lists: OfferLists; zone: string }): Row {
  const toTime = (value: string | null) => (value === null ? null : (parseLocalDateTime({ value, zone }) ?? value));
  return {
    ...values,
    percent: toNumber(values.percent),
    free_minutes: toNumber(values.free_minutes),
    total_limit: toNumber(values.total_limit),
    customer_limit: toNumber(values.customer_limit),
    vehicle_limit: toNumber(values.vehicle_limit),
    priority: toNumber(values.priority) ?? 0,
    starts_at: toTime(values.starts_at),
    ends_at: toTime(values.ends_at),
    weekdays: orNull(lists.weekdays),
    services: orNull(lists.services),
    vehicle_types: orNull(lists.vehicle_types),
    phones: values.audience === "phones" ? orNull(lists.phones) : null,
  };
}

export function OfferForm({ offer, onSubmit }: { offer?: WireOffer; onSubmit: (values: Row) => Promise<void> }) {
  const { zone } = useBranch();
  const session = useRequiredSession();
  const [isForAll, setIsForAll] = useState(offer?.branch === null);
  const [image, setImage] = useState<string | null>(offer?.offer_image ?? null);
  const [lists, setLists] = useState<OfferLists>({
    weekdays: offer?.weekdays ?? [],
    services: offer?.services ?? [],
    vehicle_types: offer?.vehicle_types ?? [],
    phones: offer?.phones ?? [],
  });
  // As the form began: the offer may be read again meanwhile, with changes of somebody else.
  const [start] = useState({ initial: getInitialValues({ offer, zone }), lists, image });

  async function submit(values: OfferValues): Promise<void> {
    const place = offer ? {} : isForAll ? { branch: null } : {};
    const row: Row = { ...toRow({ values, lists, zone }), ...place, offer_image: image };
    if (!offer) return onSubmit(row);
    // Only what was edited, so that what somebody else has changed meanwhile stays.
    const edited = new Set(findEditedFields({ typed: values, saved: start.initial }));
    const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);
    for (const name of getKeys(lists)) if (!isSame(lists[name], start.lists[name])) edited.add(name);
    if (edited.has("audience")) edited.add("phones");
    if (image !== start.image) edited.add("offer_image");
    await onSubmit(Object.fromEntries(Object.entries(row).filter(([name]) => edited.has(name))));
  }

  return (
    <Form fields={fields} initial={start.initial} onSubmit={submit}>
      <AskBeforeLeaving />
      <Stack>
        <FormField name="coupon_title" placeholder="Opening week" />
        <FormField name="short_description" widget="long-text" />
        <FormField name="coupon_code" placeholder="OPEN20" description="Empty: the offer applies by itself." />
        <FormField name="kind" options={toOptions(offerKindLabels)} />
        <SavingFields />
        <FormField name="smallest_bill" placeholder="0.00" />
        {!offer && can(session, "company.configure") && (
          <Checkbox
            size="md"
            label="For all branches of the company"
            checked={isForAll}
            onChange={(event) => setIsForAll(event.currentTarget.checked)}
          />
        )}
        <Title order={2} size="lg">
          When
        </Title>
        <Grid minColumnWidth={200} gap="sm">
          <FormField name="starts_at" />
          <FormField name="ends_at" />
          <FormField name="hours_from" placeholder="07:30" />
          <FormField name="hours_to" placeholder="10:00" />
        </Grid>
        <Text c="dimmed">Nothing chosen: every day, every service, every type of vehicle.</Text>
        <ListFields lists={lists} onChange={setLists} />
        <Title order={2} size="lg">
          For whom and how often
        </Title>
        <FormField name="audience" options={toOptions(offerAudienceLabels)} />
        <PhonesField phones={lists.phones} onChange={(phones) => setLists({ ...lists, phones })} />
        <Grid minColumnWidth={200} gap="sm">
          <FormField name="total_limit" />
          <FormField name="customer_limit" />
          <FormField name="vehicle_limit" />
          <FormField name="budget" placeholder="0.00" />
        </Grid>
        <FormField name="is_stackable" label="Applies together with other offers" />
        <FormField name="priority" description="The lower number applies first." />
        <FormField name="paid_by" label="Paid by" options={toOptions(payerLabels)} />
        <PartnerField />
        <ListedField />
        <FormField name="terms" widget="long-text" />
        <ImagePicker label="Picture" description="JPEG, PNG or WebP." value={image} onChange={setImage} />
        <SubmitButton>{offer ? "Save offer" : "Create draft"}</SubmitButton>
      </Stack>
    </Form>
  );
}

/** How much it saves, by its kind. */
function SavingFields() {
  const { values } = useFormState();
  const chosen = offerKinds.find((name) => name === values["kind"]);
  return (
    <Grid minColumnWidth={200} gap="sm" align="start">
      {chosen === "percent" && <FormField name="percent" placeholder="20" />}
      {chosen === "free_minutes" && <FormField name="free_minutes" placeholder="60" />}
      {chosen === "flat" && <FormField name="amount" placeholder="20.00" />}
      {chosen === "fixed_price" && <FormField name="amount" label="Price" placeholder="50.00" />}
      <FormField name="highest_saving" placeholder="0.00" />
    </Grid>
  );
}

function ListFields({ lists, onChange }: { lists: OfferLists; onChange: (lists: OfferLists) => void }) {
  const { branch } = useBranch();
  const { data: types = [] } = useQuery(itemsQuery("Vehicle_Type", { sort: ["sort", "id"] }));
  const offered = serviceNames.filter((name) => branch[name] || lists.services.includes(name));
  return (
    <>
      <CheckboxList
        label="Days"
        options={weekdays.map((day, index) => ({ value: index + 1, label: weekdayNames[day] }))}
        chosen={lists.weekdays}
        onChange={(chosen) => onChange({ ...lists, weekdays: chosen })}
      />
      <CheckboxList
        label="Services"
        options={offered.map((name) => ({ value: name, label: serviceLabels[name] }))}
        chosen={lists.services}
        onChange={(chosen) => onChange({ ...lists, services: chosen })}
      />
      <CheckboxList
        label="Types of vehicle"
        options={types.map(({ id, name }) => ({ value: id, label: name ?? "" }))}
        chosen={lists.vehicle_types}
        onChange={(chosen) => onChange({ ...lists, vehicle_types: chosen })}
      />
    </>
  );
}

function CheckboxList<T extends string | number>({
  label,
  options,
  chosen,
  onChange,
}: {
  label: string;
  options: readonly { value: T; label: string }[];
  chosen: readonly T[];
  onChange: (chosen: readonly T[]) => void;
}) {
  return (
    <Checkbox.Group
      label={label}
      value={chosen.map(String)}
      onChange={(names) => onChange(options.map(({ value }) => value).filter((value) => names.includes(String(value))))}
    >
      <Grid minColumnWidth={130} gap="xs">
        {options.map((option) => (
          <Checkbox key={option.value} size="md" value={String(option.value)} label={option.label} />
        ))}
      </Grid>
    </Checkbox.Group>
  );
}

function PhonesField({ phones, onChange }: { phones: readonly string[]; onChange: (phones: string[]) => void }) {
  const { values } = useFormState();
  const [typed, setTyped] = useState(phones.join("\n"));
  if (offerAudiences.find((name) => name === values["audience"]) !== "phones") return null;
  return (
    <Textarea
      label="Phone numbers"
      description="One per line"
      autosize
      minRows={3}
      maxRows={12}
      value={typed}
      onChange={(event) => {
        setTyped(event.currentTarget.value);
        onChange(splitLines(event.currentTarget.value));
      }}
    />
  );
}

/** Offers for a list of phone numbers are never shown. */
function ListedField() {
  const { values } = useFormState();
  return values["audience"] === "phones" ? null : (
    <FormField name="is_listed" label="Show on public pages" description="Everybody sees it there, with its code." />
  );
}

function PartnerField() {
  const { values } = useFormState();
  return values["paid_by"] === "partner" ? <FormField name="partner_name" /> : null;
}
