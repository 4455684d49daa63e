// Suspends or resumes a company, with the reason that its admins are emailed.
import { Button } from "@mantine/core";
import { IconLock } from "@tabler/icons-react";
import { useState } from "react";
import { changeReason } from "#domain/schema/action-fields.ts";
import { callAndRefresh } from "#web/api/call-and-refresh.ts";
import type { CompanyDetails } from "#web/features/platform/companies/companies-api.ts";
import { FormField } from "#web/product/forms/form-field.tsx";
import { DateTime } from "#web/ui/data/date-time.tsx";
import { showSuccess } from "#web/ui/feedback.ts";
import { Form, SubmitButton } from "#web/ui/forms/form.tsx";
import { Stack } from "#web/ui/layout.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { Sheet } from "#web/ui/overlays/sheet.tsx";
import { Text } from "#web/ui/text.tsx";

const fields = { reason: changeReason };

interface SuspensionProps {
  company: CompanyDetails["company"];
}

/** Only a published company can be suspended. */
export function SuspensionButton({ company }: SuspensionProps) {
  const [isOpen, setIsOpen] = useState(false);
  const isSuspended = company.suspended_at !== null;
  if (!isSuspended && company.status !== "published") return null;
  const label = isSuspended ? "Resume" : "Suspend";
  return (
    <>
      <Button variant="default" size="md" onClick={() => setIsOpen(true)}>
        {label}
      </Button>
      <Sheet isOpen={isOpen} title={`${label} ${company.name}?`} onClose={() => setIsOpen(false)}>
        <Form
          fields={fields}
          onSubmit={async ({ reason }) => {
            const body = { reason: reason ?? "" };
            await callAndRefresh<`POST /actions/platform/companies/:id/${"suspend" | "resume"}`>(
              {
                route: `POST /actions/platform/companies/:id/${isSuspended ? "resume" : "suspend"}`,
                id: company.id,
                body,
              },
              "Companies",
            );
            showSuccess("DATA_UPDATED");
            setIsOpen(false);
          }}
        >
          <Stack>
            <Text c="dimmed">
              {isSuspended
                ? "Its people can log in again at once, and customers find its branches."
                : "Its people are logged out at once, and customers no longer find its branches. Where vehicles are inside, the gate keeps working until an hour after the last one has left. No data is deleted."}{" "}
              Its admins get the reason by email.
            </Text>
            <FormField name="reason" widget="long-text" />
            <SubmitButton color={isSuspended ? "ink" : "red"}>{label}</SubmitButton>
          </Stack>
        </Form>
      </Sheet>
    </>
  );
}

export function SuspensionDetails({ company: { suspended_at: since, suspension_reason: reason } }: SuspensionProps) {
  if (since === null) return null;
  return (
    <Notice c="red" icon={IconLock}>
      Suspended since <DateTime at={since} />: {reason}
    </Notice>
  );
}
