// §1: on the platform's pages while another tab of the session reads a branch as support: the server refuses what they do, so that
// they wait, with what was typed on them.
import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { formatTime } from "#domain/dates.ts";
import { queryClient } from "#web/api/query-client.ts";
import { type Session, type SessionBranch, type SessionCompany, sessionQuery } from "#web/api/session.ts";
import { leaveBranch, onSupportChangeInOtherTab } from "#web/api/support-session.ts";
import { AsyncButton } from "#web/ui/forms/async-button.tsx";
import { Group, Stack } from "#web/ui/layout.tsx";
import { Dialog } from "#web/ui/overlays/dialog.tsx";
import { Text, Title } from "#web/ui/text.tsx";
import styles from "#web/ui/overlays/error-modal.module.css";

const followSession = (): Promise<void> => queryClient.invalidateQueries(sessionQuery);
/** Also the end of the hour and a message that was missed release the page. */
const refetchInterval = 5_000;

async function leave(): Promise<void> {
  await leaveBranch();
  await followSession();
}

const stay = (): void => undefined;

export function SupportElsewhere({ session: { support, company, branch } }: { session: Session }) {
  useEffect(() => onSupportChangeInOtherTab(() => void followSession()), []);
  return support && company && branch && <WaitingPage support={support} company={company} branch={branch} />;
}

interface WaitingPageProps {
  support: NonNullable<Session["support"]>;
  company: SessionCompany;
  branch: SessionBranch;
}

function WaitingPage({ support, company, branch }: WaitingPageProps) {
  useQuery({ ...sessionQuery, refetchInterval });
  // What was refused meanwhile is loaded again with the rights of the platform.
  useEffect(() => () => void queryClient.invalidateQueries(), []);
  const until = formatTime({ at: new Date(support.expiresAt), zone: branch.time_zone });
  return (
    <Dialog
      role="alertdialog"
      className={styles["modal"]}
      labelledBy="support-title"
      describedBy="support-text"
      // Nothing behind it works.
      onClose={stay}
    >
      <Stack>
        <Title id="support-title" size="xl">
          You read {branch.name} as support
        </Title>
        <Text id="support-text">
          This page works again once you leave the branch, or after {until}. What you have entered on it is kept.
        </Text>
        <Group>
          <AsyncButton isReading color="marigold" size="lg" onPress={leave}>
            Leave branch
          </AsyncButton>
          <Button component="a" href={`/${company.slug}/${branch.slug}/home`} variant="default" size="lg">
            Open branch
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
