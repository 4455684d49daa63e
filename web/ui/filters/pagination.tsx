// Pagination with the range of rows; the number of rows only if there is a single page.
import { Button } from "@mantine/core";
import { IconChevronLeft, IconChevronRight } from "@tabler/icons-react";
import { limits } from "#domain/limits.ts";
import { Group } from "#web/ui/layout.tsx";
import { Text } from "#web/ui/text.tsx";

interface PaginationProps {
  page: number;
  /** Total number of rows; with `isMore`, the number known so far. */
  count: number;
  isMore?: boolean;
  onPageChange: (page: number) => void;
  /** Sort order of the rows, which names the buttons. Default: newest first. */
  order?: keyof typeof buttonLabels;
}

const numberFormat = new Intl.NumberFormat("en-IN");

const buttonLabels = {
  newest: ["Newer", "Older"],
  oldest: ["Older", "Newer"],
  other: ["Previous", "Next"],
} as const;

export function Pagination({ page, count, isMore = false, onPageChange, order = "newest" }: PaginationProps) {
  const [before, after] = buttonLabels[order];
  const last = Math.max(1, Math.ceil(count / limits.pageSize));
  const from = (page - 1) * limits.pageSize + 1;
  const to = Math.min(count, page * limits.pageSize);
  if (count === 0) return null;
  const range = (
    <Text component="span" c="dimmed" ta="center" isFigures>
      {numberFormat.format(from)}–{numberFormat.format(to)}
      {isMore ? "" : ` of ${numberFormat.format(count)}`}
    </Text>
  );
  if (page === 1 && last === 1 && !isMore) return range;
  return (
    <Group component="nav" justify="space-between" wrap="nowrap" aria-label="Pages of the list">
      <Button
        variant="default"
        px="sm"
        style={{ flex: "none" }}
        disabled={page <= 1}
        leftSection={<IconChevronLeft size={20} aria-hidden="true" />}
        onClick={() => onPageChange(page - 1)}
      >
        {before}
      </Button>
      {range}
      <Button
        variant="default"
        px="sm"
        style={{ flex: "none" }}
        disabled={page >= last}
        rightSection={<IconChevronRight size={20} aria-hidden="true" />}
        onClick={() => onPageChange(page + 1)}
      >
        {after}
      </Button>
    </Group>
  );
}
