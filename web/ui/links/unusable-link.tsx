// Shown instead of a page whose link has ended, or is not one of ours.
import type { ReactNode } from "react";
import { CenteredPage } from "#web/ui/page.tsx";
import { Text, Title } from "#web/ui/text.tsx";
import { t } from "#web/languages/t.ts";

/** `children` say what to do instead. */
export function UnusableLink({ title, children }: { title: string; children: ReactNode }) {
  return (
    <CenteredPage>
      <Title order={1}>{title}</Title>
      <Text c="dimmed">{children}</Text>
    </CenteredPage>
  );
}

/** Of a link from a message. */
export function InvalidLink() {
  return (
    <UnusableLink title={t("This link is not valid")}>
      {t("Open the link in the message again, or ask for a new one.")}
    </UnusableLink>
  );
}
