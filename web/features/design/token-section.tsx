// Text sizes, spacing, colours, plates and logo.
import { Plate } from "#web/product/vehicles/plate.tsx";
import { Badge } from "#web/ui/badge.tsx";
import { getSpace, Grid, Group, Stack } from "#web/ui/layout.tsx";
import type { Space } from "#web/ui/layout.tsx";
import { Logo } from "#web/product/logo.tsx";
import { Card } from "#web/ui/page.tsx";
import { statusColours } from "#web/ui/theme/status-colours.ts";
import { Text, Title } from "#web/ui/text.tsx";
import type { TextSize } from "#web/ui/text.tsx";

const textSizes: readonly TextSize[] = ["xs", "sm", "md", "lg", "xl", "2xl", "3xl", "4xl"];
const spaces: readonly Space[] = ["2xs", "xs", "sm", "md", "lg", "xl", "2xl", "3xl"];

export function TokenSection() {
  return (
    <Stack component="section">
      <Title size="xl">Tokens</Title>
      <Logo />
      <Grid minColumnWidth={320}>
        <Card title="Text">
          {textSizes.map((size) => (
            <Text key={size} size={size} isFigures>
              {size} ₹1,234
            </Text>
          ))}
          <Text fw="medium">Medium weight</Text>
          <Text fw="bold">Bold weight</Text>
          <Text c="dimmed">Dimmed</Text>
          <Text c="accent">Accent</Text>
        </Card>
        <Card title="Spacing">
          {spaces.map((space) => (
            <Group key={space} wrap="nowrap">
              <Text component="span" size="sm" c="dimmed" style={{ width: "3em" }}>
                {space}
              </Text>
              <span style={{ width: getSpace(space), height: "var(--space-md)", background: "var(--accent)" }} />
            </Group>
          ))}
        </Card>
        <Card title="Status colours">
          <Group>
            {statusColours.map((colour) => (
              <Badge key={colour} c={colour}>
                {colour}
              </Badge>
            ))}
          </Group>
          {statusColours.map((colour) => (
            <Text key={colour} c={colour}>
              Text in {colour}
            </Text>
          ))}
        </Card>
        <Card title="Plates">
          <Plate number="TN09AB1234" size="small" />
          <Plate number="TN09AB1234" kind="commercial" />
          <Plate number="TN09AB1234" kind="electric" size="large" />
        </Card>
      </Grid>
    </Stack>
  );
}
