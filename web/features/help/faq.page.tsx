// §2 vendor/faq: questions and answers, narrowed as one types.
import { IconMessageQuestion } from "@tabler/icons-react";
import { useState } from "react";
import { Link } from "react-router";
import { Card, Page } from "#web/ui/page.tsx";
import { SearchField } from "#web/ui/search-field.tsx";
import { EmptyState } from "#web/ui/states.tsx";
import { questions } from "#web/features/help/questions.ts";
import type { Question } from "#web/features/help/questions.ts";
import styles from "#web/features/help/faq.module.css";

function fits({ question, answer }: Question, search: string): boolean {
  const words = search.toLowerCase().split(/\s+/);
  return words.every((word) => `${question} ${answer}`.toLowerCase().includes(word));
}

export function FaqPage() {
  const [search, setSearch] = useState("");
  const shown = questions
    .map(({ about, list }) => ({ about, list: list.filter((one) => fits(one, search)) }))
    .filter(({ list }) => list.length > 0);
  return (
    <Page title="Questions and answers">
      <div className={styles["search"]}>
        <SearchField
          label="Words of a question or its answer"
          hint="Lost ticket, refund…"
          search={search}
          onSearch={setSearch}
        />
      </div>
      {shown.length === 0 && (
        <EmptyState icon={IconMessageQuestion} title="No answer has these words" text="Try one word of it, or ask us.">
          <Link to="/suggestions">Write to us</Link>
        </EmptyState>
      )}
      {shown.map(({ about, list }) => (
        <section key={about} className={styles["list"]}>
          <h2 className={styles["about"]}>{about}</h2>
          {list.map(({ question, answer }) => (
            <Card key={question}>
              <h3 className={styles["question"]}>{question}</h3>
              <p>{answer}</p>
            </Card>
          ))}
        </section>
      ))}
      <p>
        More: <Link to="/how-to-use">how to use Chaavi</Link>, <Link to="/partner/terms-of-service">terms</Link>,{" "}
        <Link to="/partner/privacy-policy">privacy</Link>, <Link to="/suggestions">write to us</Link>.
      </p>
    </Page>
  );
}
