// What a new branch still has to set up, each with its page; gone when nothing is left or when it is hidden.
import { IconCircle, IconCircleCheck, IconCircleMinus } from "@tabler/icons-react";
import { can } from "#domain/access/capabilities.ts";
import type { SetUpStep } from "#domain/branches/set-up.ts";
import type { Session, SessionBranch } from "#web/api/session.ts";
import { useBranch, useRequiredSession } from "#web/api/use-session.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Row, RowList } from "#web/ui/data/row-list.tsx";
import { AsyncButton } from "#web/ui/forms/async-button.tsx";
import { TextLink } from "#web/ui/links/text-link.tsx";
import { Card } from "#web/ui/page.tsx";
import { Text } from "#web/ui/text.tsx";
import { PublicPageButton } from "#web/product/public-page-button.tsx";
import { skipSetUpSteps, useSetUp } from "#web/product/set-up.ts";

interface StepText {
  label: string;
  text: string;
  /** Under /:company/:branch/. */
  getPage: (context: { branch: SessionBranch; session: Session }) => string;
}

const getSettings = ({ branch }: { branch: SessionBranch }) =>
  branch.is_parking ? "configurations/parking" : "configurations/valet-parking";
const getSlotSettings = (context: { branch: SessionBranch }) =>
  context.branch.is_parking ? `${getSettings(context)}/blocks` : getSettings(context);
const getBoard = ({ branch }: { branch: SessionBranch }) =>
  branch.is_parking ? "parking/dashboard" : "valet-parking/dashboard";

const steps: { readonly [step in SetUpStep]: StepText } = {
  tariff: {
    label: "Tariff",
    text: "What parking costs, or that it is free of charge",
    getPage: (context) => `${getSettings(context)}/charges`,
  },
  slots: { label: "Slots", text: "Blocks with numbered slots, if you have them", getPage: getSlotSettings },
  staff: { label: "Staff", text: "Invite the people who work at the gate", getPage: () => "users/staff" },
  payment: {
    label: "Payments",
    text: "UPI, card or online, besides cash",
    getPage: ({ session }) =>
      can(session, "payment.configure") ? "configurations/payments" : "configurations/branch/payment-channels",
  },
  first_car: {
    label: "First car",
    text: "Check in a vehicle",
    getPage: ({ branch }) => (branch.is_parking ? "parking/create" : "valet-parking/create"),
  },
  printer: { label: "Printer", text: "Open a vehicle of the board and print its slip", getPage: getBoard },
  hours: { label: "Opening hours", text: "When the branch is open", getPage: () => "configurations/branch/hours" },
  pictures: {
    label: "Pictures",
    text: "What customers see of the branch",
    getPage: () => "configurations/branch/banners",
  },
};

const missingTariffs = {
  parking: { text: "The tariff of parking is missing", page: "configurations/parking/charges" },
  valet: { text: "The tariff of valet parking is missing", page: "configurations/valet-parking/charges" },
};

const stateIcons = { done: IconCircleCheck, skipped: IconCircleMinus, left: IconCircle };

export function SetUpChecklist() {
  const session = useRequiredSession();
  const { branch, path } = useBranch();
  const setUp = useSetUp();
  if (!setUp || setUp.isComplete) return null;
  const done = setUp.steps.filter(({ state }) => state !== "left").length;
  const left = setUp.steps.flatMap(({ step, state }) => (state === "left" ? [step] : []));
  return (
    <Card
      title="Set up this branch"
      actions={
        <AsyncButton variant="default" onPress={() => skipSetUpSteps({ branch, steps: left })}>
          Hide the checklist
        </AsyncButton>
      }
    >
      <Text c="dimmed">
        {done} of {setUp.steps.length} steps
      </Text>
      <RowList label="Steps of the set-up" isFramed={false}>
        {setUp.steps.map(({ step, state }) => {
          const { label, text, getPage } = steps[step];
          const StateIcon = stateIcons[state];
          const missing =
            step === "tariff" && state === "left" && setUp.missingTariff
              ? missingTariffs[setUp.missingTariff]
              : undefined;
          return (
            <Row
              key={step}
              leading={<StateIcon size={24} aria-hidden="true" />}
              trailing={
                state === "left" ? (
                  <AsyncButton variant="default" onPress={() => skipSetUpSteps({ branch, steps: [step] })}>
                    Not needed<span className="visually-hidden">: {label}</span>
                  </AsyncButton>
                ) : (
                  <Badge c={state === "done" ? "green" : "grey"} icon={StateIcon}>
                    {state === "done" ? "Done" : "Not needed"}
                  </Badge>
                )
              }
            >
              <TextLink to={path(missing?.page ?? getPage({ branch, session }))}>{label}</TextLink>
              <Text size="sm" c="dimmed">
                {missing?.text ?? text}
              </Text>
            </Row>
          );
        })}
      </RowList>
      <PublicPageButton branch={branch} />
    </Card>
  );
}
