// /design (development page, beyond the specification): every component of the design system in the current colour scheme.
import { ColorSchemeToggle } from "#web/ui/color-scheme-toggle.tsx";
import { Stack } from "#web/ui/layout.tsx";
import { CenteredPage, Page } from "#web/ui/page.tsx";
import { DataSection } from "#web/features/design/data-section.tsx";
import { FeedbackSection } from "#web/features/design/feedback-section.tsx";
import { FormSection } from "#web/features/design/form-section.tsx";
import { TokenSection } from "#web/features/design/token-section.tsx";

export function DesignPage() {
  return (
    <CenteredPage style={{ maxWidth: "var(--content)" }}>
      <Page title="Design system" actions={<ColorSchemeToggle />}>
        <Stack gap="2xl">
          <TokenSection />
          <DataSection />
          <FormSection />
          <FeedbackSection />
        </Stack>
      </Page>
    </CenteredPage>
  );
}
