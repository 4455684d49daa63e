// /report-mistake/{branch}: a reader reports a mistake on the page of a branch.
import { IconAlertCircle, IconCircleCheck } from "@tabler/icons-react";
import { mistakeKinds, mistakeLabels, mistakeLimits } from "#domain/mistakes/mistake-kinds.ts";
import type { MistakeForm } from "#domain/site/mistake-form.ts";
import { Group, Stack } from "#web/ui/layout.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { CenteredPage } from "#web/ui/page.tsx";
import { Text, Title } from "#web/ui/text.tsx";
import styles from "#web/site/site.module.css";

export function MistakeView({ form }: { form: MistakeForm }) {
  const { branch, isReported, error } = form;
  return (
    <CenteredPage>
      <Stack gap="xs">
        <Title order={1}>Report a mistake</Title>
        <Text>{branch.name}</Text>
      </Stack>
      {error !== null && (
        <Notice icon={IconAlertCircle} c="red" role="alert">
          {error}
        </Notice>
      )}
      {isReported ? (
        <Notice icon={IconCircleCheck} c="green" role="status">
          Thank you. The branch and we will check it.
        </Notice>
      ) : (
        <Fields form={form} />
      )}
      <Group>
        <a className={styles["button"]} href={branch.path}>
          Back to {branch.name}
        </a>
      </Group>
    </CenteredPage>
  );
}

function Fields({ form: { path, typed } }: { form: MistakeForm }) {
  return (
    <form method="post" action={path} className={styles["stay"]} aria-label="Mistake">
      <fieldset className={styles["choices"]}>
        <legend>What is wrong?</legend>
        {mistakeKinds.map((kind) => (
          <label key={kind} className={styles["choice"]}>
            <input type="radio" name="kind" value={kind} defaultChecked={typed.kind === kind} required />
            {mistakeLabels[kind]}
          </label>
        ))}
      </fieldset>
      <label className={styles["field"]}>
        What is right?
        <textarea
          className={styles["input"]}
          name="words"
          rows={5}
          required
          maxLength={mistakeLimits.words}
          defaultValue={typed.words}
        />
      </label>
      <label className={styles["field"]}>
        Your email (optional)
        <input className={styles["input"]} type="email" name="email" autoComplete="email" defaultValue={typed.email} />
      </label>
      <label className={styles["field"]}>
        Your mobile number (optional)
        <input
          className={styles["input"]}
          type="tel"
          name="phone"
          autoComplete="tel-national"
          defaultValue={typed.phone}
        />
      </label>
      <Text size="sm" c="dimmed">
        The branch reads what is wrong, but not your email and number.
      </Text>
      <Group>
        <button className={styles["primary"]}>Send report</button>
      </Group>
    </form>
  );
}
