// /rate/{token}: the form with which a visitor rates a finished visit, or changes the rating.
import { IconAlertCircle, IconCircleCheck } from "@tabler/icons-react";
import { formatDateTime } from "#domain/dates.ts";
import { ratingLimits } from "#domain/ratings/rating-limits.ts";
import { unnamedAuthor } from "#domain/ratings/rating-summary.ts";
import type { RatingForm } from "#domain/site/rating-forms.ts";
import { Group, Stack } from "#web/ui/layout.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { CenteredPage } from "#web/ui/page.tsx";
import { Text, Title } from "#web/ui/text.tsx";
import styles from "#web/site/site.module.css";

const starLabels = ["Very poor", "Poor", "Average", "Good", "Very good"] as const;

export function RatingView({ form }: { form: RatingForm }) {
  const { branch, isSaved, error, state, known } = form;
  return (
    <CenteredPage>
      <Stack gap="xs">
        <Title order={1}>Rate your visit</Title>
        <Text>
          {branch.name}, {branch.company}
        </Text>
      </Stack>
      {error !== null && (
        <Notice icon={IconAlertCircle} c="red" role="alert">
          {error}
        </Notice>
      )}
      {isSaved && (
        <Notice icon={IconCircleCheck} c="green" role="status">
          Thank you. Your rating is saved.
        </Notice>
      )}
      {state === "unfinished" && <Text>You can rate this visit after you have left.</Text>}
      {state === "closed" && (
        <Text>A rating can be changed for {ratingLimits.changeDays} days. That time is over for yours.</Text>
      )}
      {state === "open" && <Fields form={form} />}
      {branch.path !== null && known !== null && (
        <Group>
          <a className={styles["button"]} href={branch.path}>
            Show the page of {branch.name}
          </a>
        </Group>
      )}
    </CenteredPage>
  );
}

function Fields({ form: { path, known, stars, words, name, isNameShown, until } }: { form: RatingForm }) {
  return (
    <form method="post" action={path} className={styles["stay"]} aria-label="Your rating">
      <input type="hidden" name="rating" value={known ?? ""} />
      <fieldset className={styles["choices"]}>
        <legend>How was it?</legend>
        {starLabels
          .map((label, index) => (
            <label key={label} className={styles["choice"]}>
              <input type="radio" name="stars" value={index + 1} defaultChecked={stars === index + 1} required />
              {index + 1} – {label}
            </label>
          ))
          .toReversed()}
      </fieldset>
      <label className={styles["field"]}>
        Your words (optional)
        <textarea
          className={styles["input"]}
          name="words"
          rows={5}
          maxLength={ratingLimits.words}
          defaultValue={words}
        />
      </label>
      {name !== null && (
        <label className={styles["choice"]}>
          <input type="checkbox" name="name" value="1" defaultChecked={isNameShown} />
          Show my first name ({name})
        </label>
      )}
      <Text size="sm" c="dimmed">
        Everybody can read it. Without your name it is by “{unnamedAuthor}”. Leave out phone and vehicle numbers.
        {until && ` You can change it until ${formatDateTime({ at: until })}.`}
      </Text>
      <Group>
        <button className={styles["primary"]}>{known === null ? "Send rating" : "Change rating"}</button>
      </Group>
    </form>
  );
}
