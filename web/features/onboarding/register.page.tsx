// §2 /company-register, /branch-register: registration wizard; the input is saved as a draft (registration-draft.ts).
import { Button } from "@mantine/core";
import { IconCheck, IconCloudCheck, IconCloudOff, IconCloudUp } from "@tabler/icons-react";
import { useEffect, useEffectEvent, useState } from "react";
import { Navigate, useLocation, useNavigate } from "react-router";
import { getErrorText } from "#domain/errors.ts";
import { isGovernmentCompany } from "#domain/branches/entity-type.ts";
import { type Suggestions, suggestPlace, suggestSignatory } from "#domain/onboarding/prefill.ts";
import { isFilled, text, uppercase } from "#domain/schema/fields.ts";
import {
  validateRegistration,
  validateStep,
  getStepFields,
  firstStep,
  type RegistrationForm,
  type RegistrationType,
  type StepName,
  findStepOfField,
  getRegistrationSteps,
  isStepOpen,
} from "#domain/onboarding/registration.ts";
import { ApiError } from "#web/api/api-error.ts";
import { normalizeTaxId, readRegister, verifyTaxId } from "#web/api/tax-ids.ts";
import { useRequiredSession } from "#web/api/use-session.ts";
import { Form, SubmitButton, useFormState } from "#web/ui/forms/form.tsx";
import type { FormValues } from "#web/ui/forms/form.tsx";
import { showSuccess } from "#web/ui/feedback.ts";
import { Page, ActionBar, CenteredPage } from "#web/ui/page.tsx";
import { getSessionLandingPath } from "#web/product/shell/public-layout.tsx";
import { ErrorState, SkeletonRows } from "#web/ui/states.tsx";
import { assertAreaNotListed, assertNameAvailable, submitRegistration } from "#web/features/onboarding/api.ts";
import {
  type RegistrationDraft,
  type SaveState,
  useRegistrationDraft,
  useRegistrationDraftState,
} from "#web/features/onboarding/registration-draft.ts";
import {
  AgreementStep,
  CompanyStep,
  type NonTextValues,
  BranchStep,
  BranchDetails,
  ServicesStep,
  SignatoryStep,
} from "#web/features/onboarding/registration-steps.tsx";
import { RegistrationSummary } from "#web/features/onboarding/registration-summary.tsx";
import { Title, Text } from "#web/ui/text.tsx";
import { Stack } from "#web/ui/layout.tsx";
import styles from "#web/features/onboarding/onboarding.module.css";

export function CompanyRegisterPage() {
  const { company } = useRequiredSession();
  return company ? <RedirectToLanding /> : <RegistrationWizard type="company" title="Register your company" />;
}

export function BranchRegisterPage() {
  const { company } = useRequiredSession();
  return company ? (
    <RegistrationWizard type="branch" title={`New branch of ${company.name}`} />
  ) : (
    <Navigate to="/company-register" replace />
  );
}

/** For users whose company is already registered. */
function RedirectToLanding() {
  return <Navigate to={getSessionLandingPath(useRequiredSession()) ?? "/"} replace />;
}

function RegistrationWizard({ type, title }: { type: RegistrationType; title: string }) {
  const { draft, error, retry } = useRegistrationDraft(type);
  return (
    <CenteredPage width="form">
      <Page title={title}>
        {error ? (
          <ErrorState error={error} onRetry={retry} />
        ) : draft ? (
          <WizardSteps draft={draft} type={type} />
        ) : (
          <SkeletonRows count={4} />
        )}
      </Page>
    </CenteredPage>
  );
}

const stepLabels: { [step in StepName]: string } = {
  company: "Company",
  place: "Location",
  services: "Services",
  agreement: "Agreement",
};
const stepTitles: { [step in StepName]: string } = {
  company: "Company",
  place: "Location",
  services: "Services and documents",
  agreement: "Summary and agreement",
};
/** Placeholders for the non-text values of a step, so that their errors have a field. */
const nonTextFields = { company_logo: text(), documents: text(), agreement: text() };

/** Sets the fields of the form that are still empty. */
function suggest(draft: RegistrationDraft, suggestions: Suggestions): void {
  const { form } = draft.getState();
  draft.setValue(Object.fromEntries(Object.entries(suggestions).filter(([name]) => !isFilled(form[name]))));
}

const toText = (value: unknown): string => (typeof value === "string" ? value : "");

function WizardSteps({ draft, type }: { draft: RegistrationDraft; type: RegistrationType }) {
  const { form, saveState, mergeCount } = useRegistrationDraftState(draft);
  const navigate = useNavigate();
  const session = useRequiredSession();
  const isGovernment = session.company !== null && isGovernmentCompany(session.company);
  const steps = getRegistrationSteps(type);
  const last = steps.at(-1)!;
  const { step: currentStep, from, errors: fieldErrors, open } = useStepHistory(draft);
  const step = steps.find(({ number }) => number === currentStep) ?? (currentStep > last.number ? last : steps[0]!);
  const isLast = step === last;
  const fields = getStepFields({ type, step: step.name });
  const lists: NonTextValues = {
    get: (name) => draft.getState().form[name],
    set: (name, value) => draft.setValue({ [name]: value }),
  };

  const leave = useEffectEvent(async () => {
    showSuccess("Submitted on another device");
    const { company, branch } = session;
    if (company && branch) await navigate(`/${company.slug}/${branch.slug}/onboarding-form`, { replace: true });
    else await navigate("/success-registration", { state: { isClosed: true }, replace: true });
  });
  useEffect(() => {
    if (saveState === "submitted") void leave();
  }, [saveState]);

  async function submit(values: { [name: string]: string | boolean | null }): Promise<void> {
    try {
      await continueToNextStep(values);
    } catch (thrown) {
      if (!(await draft.checkSubmitted(thrown))) throw thrown;
    }
  }

  /** Opens the step of an invalid field and shows its error. */
  function openStepOfField(field: string, message: string): void {
    open(findStepOfField({ type, field }) ?? firstStep, { [field]: message });
  }

  async function continueToNextStep(values: { [name: string]: string | boolean | null }): Promise<void> {
    draft.setValue(Object.fromEntries(Object.keys(fields).map((name) => [name, values[name]])));
    const { form: currentForm } = draft.getState();
    const [failure] = validateStep({ type, step: step.name, form: currentForm });
    if (failure && findStepOfField({ type, field: failure.field }) !== step.number)
      return openStepOfField(failure.field, failure.message);
    if (failure) throw new ApiError({ ...failure, status: 400, extensions: { field: failure.field } });
    if (step.name === "company") await assertNameAvailable({ company_name: String(currentForm["company_name"]) });
    if (step.name === "place" && type === "branch")
      await assertNameAvailable({ branch_name: String(currentForm["branch_name"]) });
    if (step.name === "place") await assertAreaNotListed(currentForm);
    for (const kind of ["gstin", "pan"] as const)
      if (kind in fields) draft.verify({ [kind]: await verifyTaxId({ kind, typed: currentForm[kind] }) });
    await suggestNextStep();
    if (!isLast) return open(step.number + 1);
    if (!currentForm["agreement_version"])
      throw new ApiError({
        code: "AGREEMENT_REQUIRED",
        status: 400,
        extensions: { field: "agreement" },
        message: getErrorText("AGREEMENT_REQUIRED"),
      });
    await send();
  }

  /** Fills the next step from the register and from the account, so that nothing is typed twice. */
  async function suggestNextStep(): Promise<void> {
    const { form: currentForm } = draft.getState();
    const gstin = normalizeTaxId({ kind: "gstin", typed: toText(currentForm["gstin"]) }) ?? "";
    if (step.name === "company") suggest(draft, suggestPlace({ gstin, answer: await readRegister("gstin", gstin) }));
    const pan = uppercase(toText(currentForm["pan"]));
    const address = toText(currentForm["address"]);
    if (step.name === "place") suggest(draft, suggestSignatory({ account: session.user, pan, address }));
  }

  async function send(): Promise<void> {
    const { form: currentForm } = draft.getState();
    const [failure] = validateRegistration({ type, form: currentForm });
    if (failure) return openStepOfField(failure.field, failure.message);
    await draft.stop();
    try {
      const tokens = await submitRegistration({ type, form: currentForm });
      showSuccess("APPLICATION_SENT");
      // A user without another branch cannot log in until the registration is published.
      const isClosed = !session.branch;
      await navigate("/success-registration", { state: { ...tokens, isClosed }, replace: true });
    } catch (thrown) {
      if (await draft.checkSubmitted(thrown)) return;
      draft.resume();
      if (!(thrown instanceof ApiError) || !thrown.field) throw thrown;
      const { field, message } = thrown;
      const stepNumber = findStepOfField({ type, field });
      if (!stepNumber || stepNumber === step.number) throw thrown;
      openStepOfField(field, message);
    }
  }

  return (
    <>
      <WizardProgress
        steps={steps}
        current={step.number}
        isOpen={(number) => isStepOpen({ type, form, number })}
        onOpen={(number) => open(number)}
      />
      <SaveStatus state={saveState} />
      <Form
        key={`${step.name}-${mergeCount}-${Object.keys(fieldErrors).join()}`}
        fields={{ ...fields, ...nonTextFields }}
        initial={{ ...getInitialValues(form), ...(isGovernment ? { entity_type: "government" } : {}) }}
        initialErrors={fieldErrors}
        onSubmit={submit}
      >
        <DraftSync draft={draft} fields={Object.keys(fields)} />
        <Stack gap="lg">
          <Title>{stepTitles[step.name]}</Title>
          <StepBody type={type} step={step.name} lists={lists} isGovernment={isGovernment} onOpen={open} form={form} />
          <ActionBar>
            {step !== steps[0] && (
              <Button
                size="xl"
                variant="default"
                onClick={() => (from === step.number - 1 ? void navigate(-1) : open(step.number - 1))}
              >
                Back
              </Button>
            )}
            <SubmitButton fullWidth={false}>{isLast ? "Submit for verification" : "Save and continue"}</SubmitButton>
          </ActionBar>
        </Stack>
      </Form>
    </>
  );
}

interface StepState {
  step?: number;
  /** Step from which it was opened, and to which the browser's back leads. */
  from?: number;
}

/** The shown step is an entry of the browser's history (§2: on phones, back-swipe goes back); the draft keeps it for other devices. */
function useStepHistory(draft: RegistrationDraft) {
  const navigate = useNavigate();
  const { key, state }: { key: string; state: StepState | null } = useLocation();
  const [first] = useState(() => draft.getState().step);
  const [failed, setFailed] = useState<{ step: number; errors: { [field: string]: string } }>();
  const step = state?.step ?? first;
  useEffect(() => {
    if (draft.getState().step !== step) draft.goTo(step);
    window.scrollTo(0, 0);
  }, [draft, step, key]);
  function open(number: number, errors: { [field: string]: string } = {}): void {
    setFailed({ step: number, errors });
    if (number !== step) void navigate({ search: location.search }, { state: { step: number, from: step } });
  }
  return { step, from: state?.from, errors: failed?.step === step ? failed.errors : {}, open };
}

function getInitialValues(form: { [name: string]: unknown }): FormValues {
  const textAndBooleans = Object.entries(form).filter(
    (entry): entry is [string, string | boolean] => typeof entry[1] === "string" || typeof entry[1] === "boolean",
  );
  return Object.fromEntries(textAndBooleans);
}

interface StepBodyProps {
  type: RegistrationType;
  step: StepName;
  form: RegistrationForm;
  lists: NonTextValues;
  /** Of a government company, whose branches are government branches. */
  isGovernment: boolean;
  onOpen: (step: number) => void;
}

function StepBody({ type, step, form, lists, isGovernment, onOpen }: StepBodyProps) {
  switch (step) {
    case "company":
      return <CompanyStep lists={lists} />;
    case "place":
      return <BranchStep isGovernment={isGovernment} hasGstin={type === "branch"} />;
    case "services":
      return (
        <>
          <ServicesStep />
          <SignatoryStep lists={lists} />
          <BranchDetails lists={lists} />
        </>
      );
    case "agreement":
      return (
        <>
          <RegistrationSummary type={type} form={form} onOpen={onOpen} />
          <AgreementStep lists={lists} />
        </>
      );
  }
}

/** Copies the form values to the draft. */
function DraftSync({ draft, fields }: { draft: RegistrationDraft; fields: readonly string[] }) {
  const { values } = useFormState();
  const syncDraft = useEffectEvent(() =>
    draft.setValue(Object.fromEntries(fields.map((name) => [name, values[name]]))),
  );
  useEffect(() => syncDraft(), [values]);
  return null;
}

function WizardProgress({
  steps,
  current,
  isOpen,
  onOpen,
}: {
  steps: ReturnType<typeof getRegistrationSteps>;
  current: number;
  /** Whether a step after the current one can be opened. */
  isOpen: (number: number) => boolean;
  onOpen: (number: number) => void;
}) {
  return (
    <ol className={styles["steps"]} aria-label="Steps">
      <li className={styles["done"]}>
        <IconCheck size={18} aria-hidden="true" /> <span className={styles["name"]}>Your account</span>
      </li>
      {steps.map(({ number, name }) => (
        <li
          key={name}
          aria-current={number === current ? "step" : undefined}
          className={number < current ? styles["done"] : undefined}
        >
          {number < current || (number > current && isOpen(number)) ? (
            <button type="button" onClick={() => onOpen(number)}>
              {number < current ? (
                <IconCheck size={18} aria-hidden="true" />
              ) : (
                <span className={`figures ${styles["number"]}`}>{number}</span>
              )}
              <span className={styles["name"]}>{stepLabels[name]}</span>
            </button>
          ) : (
            <>
              <span className={`figures ${styles["number"]}`}>{number}</span>
              <span className={styles["name"]}>{stepLabels[name]}</span>
            </>
          )}
        </li>
      ))}
    </ol>
  );
}

const saveStateLabels: { [state in SaveState]: string } = {
  saved: "All changes saved. You can continue later, on any device.",
  saving: "Saving…",
  failed: "Not saved: no connection. We will try again automatically.",
  refused: "Not saved. Load this page again to continue with what was saved before.",
  submitted: "Submitted on another device.",
};
const saveStateIcons = {
  saved: IconCloudCheck,
  saving: IconCloudUp,
  failed: IconCloudOff,
  refused: IconCloudOff,
  submitted: IconCloudCheck,
};

function SaveStatus({ state }: { state: SaveState }) {
  const StateIcon = saveStateIcons[state];
  return (
    <Text size="sm" c={state === "failed" || state === "refused" ? "amber" : "dimmed"} role="status">
      <StateIcon size={20} aria-hidden="true" style={{ verticalAlign: "text-bottom" }} /> {saveStateLabels[state]}
    </Text>
  );
}
