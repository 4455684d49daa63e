// §2 /{user}/terms-of-service and its sisters, for customers and for partners: read on a phone, printed on A4.
import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { IconPrinter } from "@tabler/icons-react";
import { Link, useParams } from "react-router";
import { request } from "#web/items/client.ts";
import { NotFoundPage } from "#web/ui/not-found.page.tsx";
import { usePageTitle } from "#web/ui/page.tsx";
import { about } from "#web/features/legal/about.ts";
import { cookies } from "#web/features/legal/cookies.ts";
import type { LegalDocument, Reader } from "#web/features/legal/document.ts";
import { privacy } from "#web/features/legal/privacy.ts";
import { refunds } from "#web/features/legal/refunds.ts";
import { terms } from "#web/features/legal/terms.ts";
import styles from "#web/features/legal/legal.module.css";

const sisters = [
  { page: "terms-of-service", document: terms },
  { page: "privacy-policy", document: privacy },
  { page: "cookie-policy", document: cookies },
  { page: "refund-policy", document: refunds },
  { page: "about-us", document: about },
] as const;

export const TermsPage = () => <LegalPage document={terms} />;
export const PrivacyPage = () => <LegalPage document={privacy} />;
export const CookiePage = () => <LegalPage document={cookies} />;
export const RefundPage = () => <LegalPage document={refunds} />;
export const AboutPage = () => <LegalPage document={about} />;

function LegalPage({ document }: { document: LegalDocument }) {
  const { user } = useParams();
  if (user !== "customer" && user !== "partner") return <NotFoundPage />;
  return <Readable document={document} reader={user} />;
}

const day = new Intl.DateTimeFormat("en-IN", { dateStyle: "long", timeZone: "UTC" });

function Readable({ document: { title, short, since, parts }, reader }: { document: LegalDocument; reader: Reader }) {
  usePageTitle(title);
  const other: Reader = reader === "customer" ? "partner" : "customer";
  const own = sisters.find(({ document }) => document.title === title)!.page;
  return (
    <article className={styles["article"]}>
      <header className={styles["head"]}>
        <h1>{title}</h1>
        <p className={styles["for"]}>
          For {reader}s, from {day.format(new Date(`${since}T00:00:00Z`))} on
        </p>
        <p className={styles["short"]}>{short[reader]}</p>
        <div className={styles["tools"]}>
          <Link to={`/${other}/${own}`}>The same for {other}s</Link>
          <Button
            variant="default"
            size="md"
            leftSection={<IconPrinter size={20} aria-hidden="true" />}
            onClick={() => window.print()}
          >
            Print
          </Button>
        </div>
      </header>
      {parts
        .filter(({ only }) => only === undefined || only === reader)
        .map(({ heading, text }) => (
          <section key={heading}>
            <h2>{heading}</h2>
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
          </section>
        ))}
      <Reach />
      <nav className={styles["sisters"]} aria-label="More of this kind">
        {sisters
          .filter(({ page }) => page !== own)
          .map(({ page, document }) => (
            <Link key={page} to={`/${reader}/${page}`}>
              {document.title}
            </Link>
          ))}
      </nav>
    </article>
  );
}

interface ReachedAt {
  support_phone: string | null;
  support_email: string | null;
}

/** Where one turns to, as the platform has set it. */
function Reach() {
  const { data } = useQuery({
    queryKey: ["items", "Configuration_Settings", "reach"],
    queryFn: async ({ signal }): Promise<ReachedAt> => {
      const fields = "support_phone,support_email";
      return (await request<{ data: ReachedAt }>(`/items/Configuration_Settings?fields=${fields}`, { signal })).data;
    },
  });
  return (
    <section>
      <h2>Where to write</h2>
      <p>
        {data?.support_email ? (
          <>
            To our grievance officer at <a href={`mailto:${data.support_email}`}>{data.support_email}</a>
            {data.support_phone && <>, or call {data.support_phone}</>}.{" "}
          </>
        ) : null}
        You can always use <Link to="/suggestions">the page for suggestions and questions</Link>.
      </p>
    </section>
  );
}
