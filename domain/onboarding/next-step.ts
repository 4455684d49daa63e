// §1 §4: what an admin is told to do after a decision on the company or a branch, which are decided separately.
import type { OnboardingStatus } from "#domain/onboarding/states.ts";
import type { SubmissionKind } from "#domain/onboarding/submission.ts";

interface NextStepInput {
  /** The submission that was decided, and how. */
  kind: SubmissionKind;
  decision: "published" | "rejected";
  /** Statuses after the decision; `branches` are all of the company, including the decided one. */
  company: OnboardingStatus;
  branches: readonly OnboardingStatus[];
  /** The recipient has not accepted the invitation yet. */
  isInvited?: boolean;
}

/** The status of the other half: of the company for a branch, of the branches for the company. */
function getOtherStatus({ kind, company, branches }: NextStepInput): OnboardingStatus | undefined {
  if (kind === "branch") return company;
  return (["published", "rejected", "draft", "archived"] as const).find((status) => branches.includes(status));
}

/** The text of the mail about a decision that says what to do next. */
export function describeNextStep(input: NextStepInput): string {
  const { decision, kind, isInvited } = input;
  const steps = decision === "rejected" ? describeCorrection(input) : describePublication(input);
  const isClosed = getOtherStatus(input) === "archived" && kind === "branch";
  return isInvited && !isClosed ? `${steps} First accept the invitation that we emailed you.` : steps;
}

const closedCompany = "Its company is closed, so you cannot log in.";

function describePublication(input: NextStepInput): string {
  const other = input.kind === "branch" ? "company" : "branch";
  switch (getOtherStatus(input)) {
    case "published":
      return "You can log in now.";
    case "rejected":
      return `Its ${other} needs a correction: log in, correct it and submit it again.`;
    case "draft":
      return `Its ${other} is still being verified. Until that is published too, you can log in to set up the branch.`;
    default:
      return other === "company" ? closedCompany : "You can log in once one of its branches is published.";
  }
}

function describeCorrection(input: NextStepInput): string {
  const other = input.kind === "branch" ? "company" : "branch";
  const correction = "Log in, correct it and submit it again.";
  switch (getOtherStatus(input)) {
    case "rejected":
      return `${correction} Its ${other} needs a correction, too; you correct both on the same page.`;
    case "draft":
      return `${correction} Its ${other} is still being verified; we will email you about it.`;
    case "archived":
      return other === "company" ? closedCompany : correction;
    default:
      return correction;
  }
}
