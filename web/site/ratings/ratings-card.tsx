// The ratings of a branch on its public page: average, newest first, with the branch's answers.
import type { ReactNode } from "react";
import { formatDate } from "#domain/dates.ts";
import { describeRatings, unnamedAuthor } from "#domain/ratings/rating-summary.ts";
import type { BranchPage, SiteRating } from "#domain/site/site-data.ts";
import { Group, Stack } from "#web/ui/layout.tsx";
import { Card } from "#web/ui/page.tsx";
import { Text, Title } from "#web/ui/text.tsx";
import { Stars } from "#web/site/ratings/stars.tsx";
import styles from "#web/site/site.module.css";

export function RatingsCard({ page: { branch, ratings, zone, preview } }: { page: BranchPage }) {
  if (branch.rating === null) return null;
  const { page, pages } = ratings;
  const path = preview ? `${preview.path}?token=${preview.token}&ratings=` : `${branch.path}?ratings=`;
  return (
    <Card id="ratings" title="Ratings" gap="md">
      <Text>{describeRatings(branch.rating)}, by people who parked here.</Text>
      <Stack component="ol" gap="md" aria-label="Newest ratings">
        {ratings.ratings.map((rating) => (
          <li key={rating.id}>
            <RatingText rating={rating} zone={zone} branch={branch.name}>
              <a href={`/ratings/${rating.id}/report`} rel="nofollow" className={styles["chip"]}>
                Report
              </a>
            </RatingText>
          </li>
        ))}
      </Stack>
      {pages > 1 && (
        <Group component="nav" gap="sm" aria-label="Pages of ratings">
          {page > 1 && (
            <a className={styles["button"]} href={`${path}${page - 1}#ratings`} rel="nofollow">
              Newer ratings
            </a>
          )}
          {page < pages && (
            <a className={styles["button"]} href={`${path}${page + 1}#ratings`} rel="nofollow">
              Older ratings
            </a>
          )}
        </Group>
      )}
    </Card>
  );
}

export function RatingText({
  rating: { stars, words, name, at, answer },
  zone,
  branch,
  children,
}: {
  rating: SiteRating;
  zone?: string;
  branch: string;
  children?: ReactNode;
}) {
  return (
    <Stack gap="2xs">
      <Group gap="sm" justify="space-between">
        <Stack gap="2xs">
          <Stars stars={stars} />
          <Text size="sm" c="dimmed">
            {name ?? unnamedAuthor}, {formatDate({ at, zone })}
          </Text>
        </Stack>
        {children}
      </Group>
      {words !== null && <Text>{words}</Text>}
      {answer !== null && (
        <Stack gap="2xs">
          <Title order={3}>Answer of {branch}</Title>
          <Text>{answer}</Text>
        </Stack>
      )}
    </Stack>
  );
}
