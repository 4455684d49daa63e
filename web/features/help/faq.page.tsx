// §2 vendor/faq: questions and answers with search.
import { IconMessageQuestion } from "@tabler/icons-react";
import { useState } from "react";
import { Link } from "react-router";
import { Group, Stack } from "#web/ui/layout.tsx";
import { Text, Title } from "#web/ui/text.tsx";
import { Card, Page } from "#web/ui/page.tsx";
import { SearchField } from "#web/ui/forms/search-field.tsx";
import { EmptyState } from "#web/ui/states.tsx";
import { faqSections } from "#web/features/help/questions.ts";
import type { FaqItem } from "#web/features/help/questions.ts";

function matchesSearch({ question, answer }: FaqItem, search: string): boolean {
  const words = search.toLowerCase().split(/\s+/);
  return words.every((word) => `${question} ${answer}`.toLowerCase().includes(word));
}

export function FaqPage() {
  const [search, setSearch] = useState("");
  const shown = faqSections
    .map(({ about, list }) => ({ about, list: list.filter((item) => matchesSearch(item, search)) }))
    .filter(({ list }) => list.length > 0);
  return (
    <Page title="Help and FAQs">
      <Group>
        <SearchField
          label="Search questions and answers"
          hint="Lost ticket, refund…"
          search={search}
          onSearch={setSearch}
        />
      </Group>
      {shown.length === 0 && (
        <EmptyState icon={IconMessageQuestion} title="No results" text="Try a different word, or contact us.">
          <Link to="/suggestions">Contact us</Link>
        </EmptyState>
      )}
      {shown.map(({ about, list }) => (
        <Stack component="section" key={about} gap="sm" width="reading">
          <Title size="xl">{about}</Title>
          {list.map(({ question, answer }) => (
            <Card key={question} gap="2xs">
              <Title order={3} size="lg">
                {question}
              </Title>
              <Text>{answer}</Text>
            </Card>
          ))}
        </Stack>
      ))}
      <p>
        Also see: <Link to="/how-to-use">How to use Chaavi</Link>,{" "}
        <Link to="/partner/terms-of-service">Terms of service</Link>,{" "}
        <Link to="/partner/privacy-policy">Privacy policy</Link>, <Link to="/docs">API reference</Link>,{" "}
        <Link to="/suggestions">Contact us</Link>.
      </p>
    </Page>
  );
}
