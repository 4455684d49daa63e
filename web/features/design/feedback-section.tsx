// Notices, states of lists, and overlays.
import { Button } from "@mantine/core";
import { IconAlertTriangle, IconCarGarage, IconHistory } from "@tabler/icons-react";
import { useState } from "react";
import { showErrorCode, showSuccess } from "#web/ui/feedback.ts";
import { Grid, Group, Stack } from "#web/ui/layout.tsx";
import { NoticeLink } from "#web/ui/notice-link.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { MoreActions } from "#web/ui/overlays/more-actions.tsx";
import { Sheet } from "#web/ui/overlays/sheet.tsx";
import { ActionBar, Card } from "#web/ui/page.tsx";
import { EmptyState, ErrorState, SkeletonLine, SkeletonRows } from "#web/ui/states.tsx";
import { Text, Title } from "#web/ui/text.tsx";

const furtherActions = ["Check out", "Online payment link", "Print slip"].map((label) => ({
  label,
  onPress: () => showSuccess(label),
}));

export function FeedbackSection() {
  const [isOpen, setIsOpen] = useState(false);
  const [isLoading, setIsLoading] = useState(false);
  return (
    <Stack component="section">
      <Title size="xl">Feedback and overlays</Title>
      <Stack gap="xs">
        <Notice>Waiting for approval. Entry is possible as soon as it is approved.</Notice>
        <Notice c="red" icon={IconAlertTriangle} actions={<Button variant="default">Retry</Button>}>
          The message was not delivered.
        </Notice>
        <NoticeLink c="teal" icon={IconHistory} to="/design">
          Returning vehicle. Check the phone number.
        </NoticeLink>
      </Stack>
      <Grid minColumnWidth={320}>
        <Card>
          <EmptyState icon={IconCarGarage} title="No entries yet" text="Vehicles you check in appear here.">
            <Button size="lg">Check in vehicle</Button>
          </EmptyState>
        </Card>
        <Card>
          <ErrorState error={{ code: "FETCH_FAILED" }} onRetry={() => showSuccess("Retried")} />
        </Card>
        <Stack>
          <SkeletonLine />
          {isLoading ? (
            <SkeletonRows count={2} />
          ) : (
            <Button variant="default" onClick={() => setIsLoading(true)}>
              Show loading rows
            </Button>
          )}
        </Stack>
      </Grid>
      <Group>
        <Button variant="default" onClick={() => setIsOpen(true)}>
          Open sheet
        </Button>
        <Button variant="default" onClick={() => showErrorCode("SLOT_FULL")}>
          Show error
        </Button>
        <Button variant="default" onClick={() => showSuccess("DATA_UPDATED")}>
          Show toast
        </Button>
      </Group>
      <Card>
        <ActionBar>
          <MoreActions actions={furtherActions} />
          <Button color="marigold" size="xl">
            Collect ₹120.00
          </Button>
        </ActionBar>
      </Card>
      <Sheet isOpen={isOpen} title="Sheet" onClose={() => setIsOpen(false)}>
        <Text>Rises from the bottom on a phone, and from the side on a desktop.</Text>
      </Sheet>
    </Stack>
  );
}
