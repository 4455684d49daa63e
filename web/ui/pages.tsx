// Forward and back through a long list, with where one is.
import { Button } from "@mantine/core";
import { IconChevronLeft, IconChevronRight } from "@tabler/icons-react";
import { limits } from "#domain/limits.ts";
import styles from "#web/ui/pages.module.css";

interface PagesProps {
  page: number;
  /** Rows in all; as many as are known of where there are more. */
  count: number;
  isMore?: boolean;
  onOpen: (page: number) => void;
  /** How the rows stand: the newest first, without it. */
  order?: keyof typeof words;
}

const number = new Intl.NumberFormat("en-IN");

const words = {
  newest: ["Newer", "Older"],
  oldest: ["Older", "Newer"],
  other: ["Previous", "Next"],
} as const;

export function Pages({ page, count, isMore = false, onOpen, order = "newest" }: PagesProps) {
  const [before, after] = words[order];
  const last = Math.max(1, Math.ceil(count / limits.pageSize));
  const from = (page - 1) * limits.pageSize + 1;
  const to = Math.min(count, page * limits.pageSize);
  return (
    <nav className={styles["pages"]} aria-label="Pages of the list">
      <Button
        variant="default"
        disabled={page <= 1}
        leftSection={<IconChevronLeft size={20} aria-hidden="true" />}
        onClick={() => onOpen(page - 1)}
      >
        {before}
      </Button>
      <span className="figures">
        {number.format(from)}–{number.format(to)}
        {isMore ? "" : ` of ${number.format(count)}`}
      </span>
      <Button
        variant="default"
        disabled={page >= last}
        rightSection={<IconChevronRight size={20} aria-hidden="true" />}
        onClick={() => onOpen(page + 1)}
      >
        {after}
      </Button>
    </nav>
  );
}
