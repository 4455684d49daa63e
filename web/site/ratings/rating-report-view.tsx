// /ratings/{id}/report: a reader reports a rating to the platform.
import { IconAlertCircle, IconCircleCheck } from "@tabler/icons-react";
import { ratingReportLabels, ratingReportReasons } from "#domain/ratings/rating-reports.ts";
import type { RatingReportForm } from "#domain/site/rating-forms.ts";
import { Group } from "#web/ui/layout.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { Card, CenteredPage } from "#web/ui/page.tsx";
import { Title } from "#web/ui/text.tsx";
import { RatingText } from "#web/site/ratings/ratings-card.tsx";
import styles from "#web/site/site.module.css";

export function RatingReportView({
  form: { path, branch, rating, reason, isReported, error },
}: {
  form: RatingReportForm;
}) {
  return (
    <CenteredPage>
      <Title order={1}>Report a rating</Title>
      {error !== null && (
        <Notice icon={IconAlertCircle} c="red" role="alert">
          {error}
        </Notice>
      )}
      {isReported && (
        <Notice icon={IconCircleCheck} c="green" role="status">
          Thank you. We will check this rating.
        </Notice>
      )}
      <Card title={branch.name}>
        <RatingText rating={rating} branch={branch.name} />
      </Card>
      {!isReported && (
        <form method="post" action={path} className={styles["stay"]} aria-label="Report">
          <fieldset className={styles["choices"]}>
            <legend>What is wrong with it?</legend>
            {ratingReportReasons.map((name) => (
              <label key={name} className={styles["choice"]}>
                <input type="radio" name="reason" value={name} defaultChecked={reason === name} required />
                {ratingReportLabels[name]}
              </label>
            ))}
          </fieldset>
          <Group>
            <button className={styles["primary"]}>Send report</button>
          </Group>
        </form>
      )}
      <Group>
        <a className={styles["button"]} href={branch.path}>
          Back to {branch.name}
        </a>
      </Group>
    </CenteredPage>
  );
}
