// Pagination with the range of rows; the number of rows only if there is a single page.
import { Button } from "@mantine/core";
import { IconChevronLeft, IconChevronRight } from "@tabler/icons-react";
import * as limits from "#domain/limits.ts";
import { Group } from "#web/ui/layout.tsx";
import { Text } from "#web/ui/text.tsx";
import { t } from "#web/languages/t.ts";

interface PaginationProps {
  page: number;
  /** Total number of rows; with `isMore`, the number known so far. */
  count: number;
  isMore?: boolean;
  onPageChange: (page: number) => void;
  /** Sort order of the rows, which names the buttons. Default: newest first. */
  order?: "newest" | "oldest" | "other";
  /** For a list that shows the number of rows elsewhere, or none. */
  isHiddenIfSingle?: boolean;
}

const numberFormat = new Intl.NumberFormat("en-IN");

const getButtonLabels = (order: "newest" | "oldest" | "other"): [before: string, after: string] =>
  order === "newest"
    ? [t("Newer"), t("Older")]
    : order === "oldest"
      ? [t("Older"), t("Newer")]
      : [t("Previous"), t("Next")];

export function Pagination({
  page,
  count,
  isMore = false,
  onPageChange,
  order = "newest",
  isHiddenIfSingle = false,
}: PaginationProps) {
  const [before, after] = getButtonLabels(order);
  const last = Math.max(1, Math.ceil(count / limits.pageSize));
  const from = (page - 1) * limits.pageSize + 1;
  const to = Math.min(count, page * limits.pageSize);
  if (count === 0) return null;
  // From an old link, or when rows were deleted meanwhile.
  const isPastEnd = page > last && !isMore;
  const rows = `${numberFormat.format(from)}–${numberFormat.format(to)}`;
  const range = (
    <Text component="span" c="dimmed" ta="center" isFigures>
      {isPastEnd
        ? t("The last page is {page}", { page: last })
        : isMore
          ? rows
          : t("{rows} of {count}", { rows, count: numberFormat.format(count) })}
    </Text>
  );
  if (page === 1 && last === 1 && !isMore) return isHiddenIfSingle ? null : range;
  return (
    <Group component="nav" justify="space-between" wrap="nowrap" aria-label={t("Pages of the list")}>
      <Button
        variant="default"
        px="sm"
        style={{ flex: "none" }}
        disabled={page <= 1}
        leftSection={<IconChevronLeft size={20} aria-hidden="true" />}
        onClick={() => onPageChange(isPastEnd ? last : page - 1)}
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
