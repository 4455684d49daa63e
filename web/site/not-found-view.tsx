// §2: 'Unknown paths show a not-found page.'
import { Stack } from "#web/ui/layout.tsx";
import { Text, Title } from "#web/ui/text.tsx";
import { SearchForm } from "#web/site/search-form.tsx";
import styles from "#web/site/site.module.css";

export function NotFoundView() {
  return (
    <Stack gap="lg" className={styles["section"]}>
      <Title order={1}>Page not found</Title>
      <Text>The place may have moved or closed. Search for it, or for parking near it.</Text>
      <SearchForm />
    </Stack>
  );
}
