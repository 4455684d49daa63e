// §2 /company-register, /branch-register: a registration, step by step; what is typed is kept (draft.ts).
import { Button } from "@mantine/core";
import { IconCheck, IconCloudCheck, IconCloudOff, IconCloudUp } from "@tabler/icons-react";
import { useEffect, useEffectEvent, useState } from "react";
import { Navigate, useNavigate } from "react-router";
import { errorText } from "#domain/errors.ts";
import { text } from "#domain/fields.ts";
import {
  failuresOf,
  failuresOfStep,
  fieldsOfStep,
  firstStep,
  type RegistrationType,
  type StepName,
  stepOfField,
  stepsIn,
} from "#domain/registration.ts";
import { ApiError } from "#web/items/api-error.ts";
import { checkTaxId } from "#web/items/tax-ids.ts";
import { useKnownSession } from "#web/items/use-session.ts";
import { Form, SubmitButton, useFormState } from "#web/ui/form.tsx";
import type { FormValues } from "#web/ui/form.tsx";
import { showSuccess } from "#web/ui/messages.ts";
import { Page } from "#web/ui/page.tsx";
import { landingOfSession } from "#web/ui/shell/public-frame.tsx";
import { ErrorState, SkeletonRows } from "#web/ui/states.tsx";
import { checkName, registerPlace } from "#web/features/onboarding/calls.ts";
import { type Draft, type Saving, useDraft, useDraftState } from "#web/features/onboarding/draft.ts";
import {
  AgreementStep,
  CompanyStep,
  type Lists,
  PlaceStep,
  ServicesStep,
  SignatoryStep,
} from "#web/features/onboarding/steps.tsx";
import styles from "#web/features/onboarding/onboarding.module.css";

export function CompanyRegisterPage() {
  const { company } = useKnownSession();
  return company ? <Elsewhere /> : <Registration type="company" title="Register your company" />;
}

export function BranchRegisterPage() {
  const { company } = useKnownSession();
  return company ? (
    <Registration type="branch" title={`A branch of ${company.name}`} />
  ) : (
    <Navigate to="/company-register" replace />
  );
}

/** Who has registered already goes where their day begins. */
function Elsewhere() {
  return <Navigate to={landingOfSession(useKnownSession()) ?? "/"} replace />;
}

function Registration({ type, title }: { type: RegistrationType; title: string }) {
  const { draft, error, retry } = useDraft(type);
  return (
    <div className={styles["frame"]}>
      <Page title={title}>
        {error ? (
          <ErrorState error={error} onRetry={retry} />
        ) : draft ? (
          <Steps draft={draft} type={type} />
        ) : (
          <SkeletonRows count={4} />
        )}
      </Page>
    </div>
  );
}

const stepWords: { [step in StepName]: string } = {
  company: "Company",
  place: "Place",
  services: "Services",
  signatory: "Documents",
  agreement: "Agreement",
};
const stepTitles: { [step in StepName]: string } = {
  company: "Company",
  place: "Place",
  services: "Services",
  signatory: "Signatory and documents",
  agreement: "Agreement",
};
/** Stand in for what a step keeps beside its fields, so that an error has its place. */
const beside = { company_logo: text(), documents: text(), agreement: text() };

function Steps({ draft, type }: { draft: Draft; type: RegistrationType }) {
  const { form, step: at, saving, merges } = useDraftState(draft);
  const [wrong, setWrong] = useState<{ [field: string]: string }>({});
  const navigate = useNavigate();
  const session = useKnownSession();
  const steps = stepsIn(type);
  const step = steps.find(({ number }) => number === at) ?? steps[0]!;
  const isLast = step === steps.at(-1);
  const lists: Lists = { get: (name) => draft.get().form[name], set: (name, value) => draft.type({ [name]: value }) };

  function open(number: number, errors: { [field: string]: string } = {}): void {
    setWrong(errors);
    draft.goTo(number);
    window.scrollTo(0, 0);
  }

  /** Back to where a field is asked for that turned out to be wrong. */
  function openAt(field: string, message: string): void {
    open(stepOfField({ type, field }) ?? firstStep, { [field]: message });
  }

  async function goOn(values: { [name: string]: string | boolean | null }): Promise<void> {
    const own = Object.keys(fieldsOfStep[step.name]);
    draft.type(Object.fromEntries(own.map((name) => [name, values[name]])));
    const { form: typed } = draft.get();
    const [failure] = failuresOfStep({ step: step.name, form: typed });
    if (failure) throw new ApiError({ ...failure, status: 400, extensions: { field: failure.field } });
    if (step.name === "company") {
      await checkName({ company_name: String(typed["company_name"]) });
      await checkTaxId({ kind: "pan", typed: typed["pan"] });
    }
    if (step.name === "place") {
      if (type === "branch") await checkName({ branch_name: String(typed["branch_name"]) });
      await checkTaxId({ kind: "gstin", typed: typed["gstin"] });
    }
    if (!isLast) return open(step.number + 1);
    if (!typed["agreement_version"])
      throw new ApiError({
        code: "AGREEMENT_REQUIRED",
        status: 400,
        extensions: { field: "agreement" },
        message: errorText("AGREEMENT_REQUIRED"),
      });
    await send();
  }

  async function send(): Promise<void> {
    const { form: typed } = draft.get();
    const [failure] = failuresOf({ type, form: typed });
    if (failure) return openAt(failure.field, failure.message);
    try {
      const { application } = await registerPlace({ type, form: typed });
      draft.end();
      showSuccess("APPLICATION_SENT");
      // Until it is published, the log-in of who has no other branch is closed.
      const isClosed = !session.branch;
      await navigate("/success-registration", { state: { application, isClosed }, replace: true });
    } catch (thrown) {
      const field = thrown instanceof ApiError ? thrown.field : undefined;
      const place = field && stepOfField({ type, field });
      if (!place || place === step.number) throw thrown;
      openAt(field, (thrown as ApiError).message);
    }
  }

  return (
    <>
      <Progress steps={steps} at={step.number} onOpen={(number) => open(number)} />
      <Kept saving={saving} />
      <Form
        key={`${step.name}-${merges}-${Object.keys(wrong).join()}`}
        fields={{ ...fieldsOfStep[step.name], ...beside }}
        initial={initialOf(form)}
        initialErrors={wrong}
        onSubmit={goOn}
      >
        <Typed draft={draft} fields={Object.keys(fieldsOfStep[step.name])} />
        <h2 className={styles["heading"]}>{stepTitles[step.name]}</h2>
        <div className={styles["fields"]}>
          <StepBody step={step.name} lists={lists} />
        </div>
        <div className={styles["buttons"]}>
          {step !== steps[0] && (
            <Button size="xl" variant="default" onClick={() => open(step.number - 1)}>
              Back
            </Button>
          )}
          <SubmitButton fullWidth={false}>{isLast ? "Send for verification" : "Save and go on"}</SubmitButton>
        </div>
      </Form>
    </>
  );
}

function initialOf(form: { [name: string]: unknown }): FormValues {
  const typed = Object.entries(form).filter(([, value]) => typeof value === "string" || typeof value === "boolean");
  return Object.fromEntries(typed) as FormValues;
}

function StepBody({ step, lists }: { step: StepName; lists: Lists }) {
  switch (step) {
    case "company":
      return <CompanyStep lists={lists} />;
    case "place":
      return <PlaceStep />;
    case "services":
      return <ServicesStep lists={lists} />;
    case "signatory":
      return <SignatoryStep lists={lists} />;
    case "agreement":
      return <AgreementStep lists={lists} />;
  }
}

/** Tells the draft what is typed. */
function Typed({ draft, fields }: { draft: Draft; fields: readonly string[] }) {
  const { values } = useFormState();
  const tell = useEffectEvent(() => draft.type(Object.fromEntries(fields.map((name) => [name, values[name]]))));
  useEffect(() => tell(), [values]);
  return null;
}

function Progress({
  steps,
  at,
  onOpen,
}: {
  steps: ReturnType<typeof stepsIn>;
  at: number;
  onOpen: (number: number) => void;
}) {
  return (
    <ol className={styles["steps"]} aria-label="Steps">
      <li className={styles["done"]}>
        <IconCheck size={18} aria-hidden="true" /> <span className={styles["name"]}>Your account</span>
      </li>
      {steps.map(({ number, name }) => (
        <li key={name} aria-current={number === at ? "step" : undefined} className={number < at ? styles["done"] : ""}>
          {number < at ? (
            <button type="button" onClick={() => onOpen(number)}>
              <IconCheck size={18} aria-hidden="true" /> <span className={styles["name"]}>{stepWords[name]}</span>
            </button>
          ) : (
            <span>
              <span className={`figures ${styles["number"]}`}>{number}</span>{" "}
              <span className={styles["name"]}>{stepWords[name]}</span>
            </span>
          )}
        </li>
      ))}
    </ol>
  );
}

const keptWords: { [saving in Saving]: string } = {
  saved: "Everything you type is kept. You can go on later, on any device.",
  saving: "Keeping what you type…",
  failed: "Not kept yet: there is no connection. We try again by ourselves.",
};
const keptIcons = { saved: IconCloudCheck, saving: IconCloudUp, failed: IconCloudOff };

function Kept({ saving }: { saving: Saving }) {
  const Shown = keptIcons[saving];
  return (
    <p className={styles["kept"]} data-saving={saving} role="status">
      <Shown size={20} aria-hidden="true" /> {keptWords[saving]}
    </p>
  );
}
