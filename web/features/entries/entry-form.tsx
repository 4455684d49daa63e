// A visitor with a vehicle or on foot: once, now; or a pass for a time. What is asked is the same but for the plate.
import { boolean, choice, email, personName, phone, text, timestamp, vehicleNumber } from "#domain/fields.ts";
import { limits } from "#domain/limits.ts";
import { parkingSequence } from "#domain/states/parking.ts";
import { useNavigate } from "react-router";
import { ApiError } from "#web/items/api-error.ts";
import { useBranch } from "#web/items/use-session.ts";
import { Choices } from "#web/ui/choices.tsx";
import { Form, SubmitButton, useFormState } from "#web/ui/form.tsx";
import { FormField } from "#web/ui/form-field.tsx";
import { MeetingPerson } from "#web/ui/meeting-person.tsx";
import { showSuccess } from "#web/ui/messages.ts";
import { ActionBar } from "#web/ui/page.tsx";
import { PhotoPicker, usePhotos } from "#web/ui/photos.tsx";
import { momentOfTyped } from "#web/ui/typed-moment.ts";
import { useNow } from "#web/ui/clock.ts";
import { VehicleTypes } from "#web/ui/vehicle-types.tsx";
import { checkIn, issuePass } from "#web/features/entries/api.ts";
import type { Sent } from "#web/features/entries/api.ts";
import { lengthFields, sentLength } from "#web/features/entries/length.ts";
import { PassLength } from "#web/features/entries/pass-length.tsx";
import styles from "#web/features/entries/entries.module.css";

interface Values {
  [name: string]: string | boolean | null;
}

const entryTypes = [
  { value: "single_time", label: "Once, now" },
  { value: "long_time", label: "A pass for a time" },
];

function fieldsOf({ isPerson, isTypeAsked }: { isPerson: boolean; isTypeAsked: boolean }) {
  return {
    entry_type: choice(["single_time", "long_time"], { default: "single_time" }),
    ...(isPerson
      ? {}
      : {
          vehicle_no: vehicleNumber({ required: true }),
          vehicle_type: text({ label: "Vehicle type", required: isTypeAsked }),
          entry_images: text({ label: "Pictures" }),
        }),
    name: personName({ required: isPerson }),
    phone_no: phone({ required: true }),
    email: email(),
    visitor_id: text({ label: "Whom they meet" }),
    entry_reason: text({ label: "Why they come", max: limits.message }),
    is_later: boolean({ label: "It begins later" }),
    pass_start_time: timestamp({ label: "Begins" }),
    ...lengthFields,
  };
}

const copied = ["vehicle_no", "name", "phone_no", "email", "entry_reason"];

function sentOf({ values, isPerson }: { values: Values; isPerson: boolean }): Sent {
  const sent: Sent = {};
  for (const name of copied) if (values[name]) sent[name] = values[name];
  if (values["vehicle_type"]) sent["vehicle_type"] = Number(values["vehicle_type"]);
  return isPerson ? { ...sent, is_person: true } : sent;
}

export function EntryForm({ isPerson }: { isPerson: boolean }) {
  const { branch, zone, path } = useBranch();
  const navigate = useNavigate();
  const photos = usePhotos();
  const isImageAsked = branch.allow_vehicle_image_required && !isPerson;
  const fields = fieldsOf({ isPerson, isTypeAsked: branch.allow_vehicle_type_required && !isPerson });

  async function enter(values: Values): Promise<void> {
    if (isImageAsked && photos.list.length === 0)
      throw new ApiError({ code: "IMAGE_REQUIRED", status: 400, extensions: { field: "entry_images" } });
    const images = await photos.ids();
    const entry = await checkIn({
      ...sentOf({ values, isPerson }),
      ...(values["visitor_id"] ? { visitor_id: values["visitor_id"] } : {}),
      ...(images.length > 0 ? { entry_images: images } : {}),
    });
    const isIn = entry.parking_status_id === parkingSequence.in;
    showSuccess(isIn ? (isPerson ? "PERSON_CHECKED_IN" : "VEHICLE_CHECKED_IN") : "REQUEST_SENT");
    await navigate(path(`parking/detail?id=${entry.id}`));
  }

  async function issue(values: Values): Promise<void> {
    const start = values["is_later"] ? momentOfTyped({ typed: String(values["pass_start_time"] ?? ""), zone }) : null;
    if (start === undefined)
      throw new ApiError({
        code: "FAILED_VALIDATION",
        message: "*Begins is required",
        status: 400,
        extensions: { field: "pass_start_time" },
      });
    const pass = await issuePass({
      ...sentOf({ values, isPerson }),
      ...sentLength({ values, zone }),
      ...(start ? { pass_start_time: start.toISOString() } : {}),
    });
    showSuccess(pass.is_waiting_for_approve ? "REQUEST_SENT" : "DATA_CREATED");
    await navigate(path(`${isPerson ? "person" : "vehicle"}-entry/edit?id=${pass.id}`));
  }

  return (
    <Form fields={fields} onSubmit={(values) => (values["entry_type"] === "long_time" ? issue(values) : enter(values))}>
      <div className={styles["form"]}>
        <Choices name="entry_type" label="Entry" options={entryTypes} />
        {isPerson ? <FormField name="name" autoFocus /> : <FormField name="vehicle_no" as="plate" autoFocus />}
        <FormField name="phone_no" placeholder="98400 12345" />
        {!isPerson && <VehicleTypes service="is_parking" />}
        {!isPerson && <FormField name="name" label="Name (if you like)" />}
        <ByType>
          {{
            once: (
              <>
                <MeetingPerson />
                <FormField name="entry_reason" as="long-text" />
                {!isPerson && <PhotoPicker photos={photos} isRequired={isImageAsked} />}
              </>
            ),
            pass: (
              <>
                <Start />
                <FormField name="entry_reason" label="What the pass is for" as="long-text" />
              </>
            ),
          }}
        </ByType>
      </div>
      <ActionBar>
        <Submit />
      </ActionBar>
    </Form>
  );
}

function ByType({ children }: { children: { once: React.ReactNode; pass: React.ReactNode } }) {
  const { values } = useFormState();
  return values["entry_type"] === "long_time" ? children.pass : children.once;
}

/** A pass begins now unless one says otherwise. */
function Start() {
  const { zone } = useBranch();
  const now = useNow();
  const { values } = useFormState();
  const isLater = values["is_later"] === true;
  const typed = isLater ? momentOfTyped({ typed: String(values["pass_start_time"] ?? ""), zone }) : undefined;
  return (
    <>
      <FormField name="is_later" />
      {isLater && <FormField name="pass_start_time" />}
      <PassLength start={typed ?? now} />
    </>
  );
}

function Submit() {
  const { values } = useFormState();
  return <SubmitButton>{values["entry_type"] === "long_time" ? "Make the pass" : "Check in"}</SubmitButton>;
}
