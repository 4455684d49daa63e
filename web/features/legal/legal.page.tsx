// §2 /{user}/terms-of-service and the other legal pages, for customers and partners; printable on A4.
import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { IconPrinter } from "@tabler/icons-react";
import { Link, useParams } from "react-router";
import { request } from "#web/api/client.ts";
import { NotFoundPage } from "#web/ui/errors/not-found.page.tsx";
import { Group, Stack } from "#web/ui/layout.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { Text, Title } from "#web/ui/text.tsx";
import { TextLink } from "#web/ui/links/text-link.tsx";
import { usePageTitle } from "#web/ui/page.tsx";
import { aboutDocument } from "#web/features/legal/about.ts";
import { cookiePolicy } from "#web/features/legal/cookies.ts";
import type { LegalDocument, LegalAudience } from "#web/features/legal/legal-document.ts";
import { privacyPolicy } from "#web/features/legal/privacy.ts";
import { refundPolicy } from "#web/features/legal/refunds.ts";
import { termsOfService } from "#web/features/legal/terms.ts";
import styles from "#web/features/legal/legal.module.css";

const relatedPages = [
  { page: "terms-of-service", document: termsOfService },
  { page: "privacy-policy", document: privacyPolicy },
  { page: "cookie-policy", document: cookiePolicy },
  { page: "refund-policy", document: refundPolicy },
  { page: "about-us", document: aboutDocument },
] as const;

export const TermsPage = () => <LegalPage document={termsOfService} />;
export const PrivacyPage = () => <LegalPage document={privacyPolicy} />;
export const CookiePage = () => <LegalPage document={cookiePolicy} />;
export const RefundPage = () => <LegalPage document={refundPolicy} />;
export const AboutPage = () => <LegalPage document={aboutDocument} />;

function LegalPage({ document }: { document: LegalDocument }) {
  const { user } = useParams();
  if (user !== "customer" && user !== "partner") return <NotFoundPage />;
  return <LegalContent document={document} reader={user} />;
}

const dateFormat = new Intl.DateTimeFormat("en-IN", { dateStyle: "long", timeZone: "UTC" });

function LegalContent({
  document: { title, summary, effectiveFrom, sections },
  reader,
}: {
  document: LegalDocument;
  reader: LegalAudience;
}) {
  usePageTitle(title);
  const other: LegalAudience = reader === "customer" ? "partner" : "customer";
  const currentPage = relatedPages.find(({ document }) => document.title === title)!.page;
  return (
    <Stack component="article" gap="xl" className={styles["article"]}>
      <Stack component="header">
        <Title order={1}>{title}</Title>
        <Text c="dimmed">
          For {reader}s. Effective from {dateFormat.format(new Date(`${effectiveFrom}T00:00:00Z`))}
        </Text>
        <Notice>{summary[reader]}</Notice>
        <Group gap="xl" className={styles["actions"]}>
          <TextLink to={`/${other}/${currentPage}`}>Version for {other}s</TextLink>
          <Button
            variant="default"
            size="md"
            leftSection={<IconPrinter size={20} aria-hidden="true" />}
            onClick={() => window.print()}
          >
            Print
          </Button>
        </Group>
      </Stack>
      {sections
        .filter(({ audience }) => audience === undefined || audience === reader)
        .map(({ heading, text }) => (
          <Stack key={heading} component="section" gap="sm">
            <Title size="xl">{heading}</Title>
            {text.map((paragraph) =>
              typeof paragraph === "string" ? (
                <p key={paragraph}>{paragraph}</p>
              ) : (
                <ul key={paragraph[0]}>
                  {paragraph.map((point) => (
                    <li key={point}>{point}</li>
                  ))}
                </ul>
              ),
            )}
          </Stack>
        ))}
      <Contact />
      <Group component="nav" gap="xl" className={styles["related"]} aria-label="Related pages">
        {relatedPages
          .filter(({ page }) => page !== currentPage)
          .map(({ page, document }) => (
            <TextLink key={page} to={`/${reader}/${page}`}>
              {document.title}
            </TextLink>
          ))}
      </Group>
    </Stack>
  );
}

interface ContactDetails {
  legal_name: string | null;
  legal_address: string | null;
  support_phone: string | null;
  support_email: string | null;
}

/** Contact details from the platform settings. */
function Contact() {
  const { data } = useQuery({
    queryKey: ["items", "Configuration_Settings", "reach"],
    queryFn: async ({ signal }): Promise<ContactDetails> => {
      const fields = "legal_name,legal_address,support_phone,support_email";
      return (await request<{ data: ContactDetails }>(`/items/Configuration_Settings?fields=${fields}`, { signal }))
        .data;
    },
  });
  return (
    <Stack component="section" gap="sm">
      <Title size="xl">Contact</Title>
      {data?.legal_name && (
        <p style={{ whiteSpace: "pre-line" }}>
          Published by {[data.legal_name, data.legal_address].filter(Boolean).join("\n")}
        </p>
      )}
      <p>
        {data?.support_email ? (
          <>
            Email our grievance officer at <a href={`mailto:${data.support_email}`}>{data.support_email}</a>
            {data.support_phone && <>, call {data.support_phone}</>} or use the{" "}
          </>
        ) : (
          "Use the "
        )}
        <Link to="/suggestions">feedback page</Link>.
      </p>
    </Stack>
  );
}
