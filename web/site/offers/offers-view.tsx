// §2 /offers-and-promotions and /{company}/{branch}/offers-and-promotions: offers that run now, of all companies or of a branch.
import type { OffersPage } from "#domain/site/site-data.ts";
import { offersPath } from "#domain/site/site-links.ts";
import { Group, Stack } from "#web/ui/layout.tsx";
import { Card } from "#web/ui/page.tsx";
import { Text, Title } from "#web/ui/text.tsx";
import { OfferList } from "#web/site/offers/offer-list.tsx";
import styles from "#web/site/site.module.css";

export function OffersView({ page: { branch, offers } }: { page: OffersPage }) {
  return (
    <Stack gap="lg" className={styles["section"]}>
      <Stack gap="xs">
        <Title order={1}>{branch ? `Offers of ${branch.name}` : "Offers and promotions"}</Title>
        {branch && <Text c="dimmed">{branch.company}</Text>}
        <Text>
          Say the code at the gate, or enter it on the page where you pay. Offers without a code apply by themselves.
        </Text>
      </Stack>
      {offers.length === 0 ? (
        <Text>{branch ? "This branch has no offers now." : "There are no offers now."}</Text>
      ) : (
        <Card>
          <OfferList offers={offers} level={2} />
        </Card>
      )}
      <Group gap="sm">
        {branch?.path && (
          <a className={styles["button"]} href={branch.path}>
            Back to {branch.name}
          </a>
        )}
        {branch && (
          <a className={styles["button"]} href={offersPath}>
            All offers
          </a>
        )}
      </Group>
    </Stack>
  );
}
