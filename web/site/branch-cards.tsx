// The cards of a listing. Rendering them takes most of the time of a page, and other stays show the same cards, so that their HTML is cached.
import { renderToStaticMarkup } from "react-dom/server";
import type { ListedBranch } from "#domain/site/site-data.ts";
import { describeSpace } from "#domain/site/space-text.ts";
import { BranchCard } from "#web/site/branch-card.tsx";
import styles from "#web/site/site.module.css";

/** With its key, a card takes about 6 kB. */
const maxCards = 4_000;
/** What the card's first link has instead of the query. No slug contains it, and no other text is before it. */
const placeholder = "?stay";

/** The HTML before and after the query of the stay; the oldest first. */
const cached = new Map<string, readonly [string, string]>();

interface CardProps {
  branch: ListedBranch;
  number: number;
  now: Date;
}

function renderCard({ branch, number, now }: CardProps): readonly [string, string] {
  const age = branch.space && describeSpace({ space: branch.space, now }).age;
  const key = JSON.stringify([number, age, branch]);
  const known = cached.get(key);
  if (known) return known;
  const html = renderToStaticMarkup(<BranchCard branch={branch} number={number} query={placeholder} now={now} />);
  const at = html.indexOf(placeholder);
  const card = [html.slice(0, at), html.slice(at + placeholder.length)] as const;
  const [oldest] = cached.keys();
  if (cached.size >= maxCards && oldest !== undefined) cached.delete(oldest);
  cached.set(key, card);
  return card;
}

interface BranchCardsProps {
  branches: readonly ListedBranch[];
  /** Query string of the stay, so that the branch's page shows the same price. */
  query: string;
  now: Date;
}

export function BranchCards({ branches, query, now }: BranchCardsProps) {
  const escaped = query.replaceAll("&", "&amp;").replaceAll('"', "&quot;");
  const cards = branches.map((branch, index) => renderCard({ branch, number: index + 1, now }).join(escaped));
  return (
    <ol
      className={styles["places"]}
      aria-label="Places"
      // Rendered by React above, which has escaped the texts of vendors.
      dangerouslySetInnerHTML={{ __html: cards.join("") }}
    />
  );
}
