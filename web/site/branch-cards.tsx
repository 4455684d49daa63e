// The cards of a listing. Rendering them takes most of the time of a page, and the same branch is shown to many readers: its HTML is cached
// without what depends on a reader's stay and position and on the time, which is filled in.
import { LRUCache } from "lru-cache";
import { renderToStaticMarkup } from "react-dom/server";
import type { ListedBranch } from "#domain/site/site-data.ts";
import { describeSpace } from "#domain/site/space-text.ts";
import { BranchCard, type CardTexts, StayPrice } from "#web/site/branch-card.tsx";
import { formatDistance } from "#web/site/format-distance.ts";
import styles from "#web/site/site.module.css";

/** With its key, a card takes about 3 kB. */
const templates = new LRUCache<string, CardTemplate>({ max: 10_000 });
const prices = new LRUCache<string, string>({ max: 1_000 });

/** Separates what is filled in. PostgreSQL stores no text with this character. */
const mark = "\0";
const texts: CardTexts = {
  number: `${mark}number${mark}`,
  query: `${mark}query${mark}`,
  distance: `${mark}distance${mark}`,
  price: `${mark}price${mark}`,
  countedAt: `${mark}countedAt${mark}`,
  age: `${mark}age${mark}`,
};

/** HTML at even indexes, names of texts between. */
type CardTemplate = readonly string[];

function getTemplate(branch: ListedBranch): CardTemplate {
  const hasDistance = branch.distance !== null;
  const space = branch.space && { ...branch.space, at: "" };
  const key = JSON.stringify({ ...branch, price: null, lowestPrice: null, distance: hasDistance, space });
  const known = templates.get(key);
  if (known) return known;
  const html = renderToStaticMarkup(
    <BranchCard branch={branch} texts={{ ...texts, distance: hasDistance ? texts.distance : "" }} />,
  );
  const template = html.split(mark);
  templates.set(key, template);
  return template;
}

function getPrice(branch: ListedBranch): string {
  const key = `${branch.price} ${branch.lowestPrice}`;
  const known = prices.get(key);
  if (known !== undefined) return known;
  const html = renderToStaticMarkup(<StayPrice branch={branch} />);
  prices.set(key, html);
  return html;
}

function renderCard({ branch, ...rest }: { branch: ListedBranch; number: number; query: string; now: Date }): string {
  const { distance, space } = branch;
  const filled: { [name: string]: string } = {
    number: String(rest.number),
    query: rest.query,
    distance: distance === null ? "" : formatDistance(distance),
    price: getPrice(branch),
    countedAt: space?.at ?? "",
    age: space ? describeSpace({ space, now: rest.now }).age : "",
  };
  let html = "";
  for (const [index, part] of getTemplate(branch).entries()) html += index % 2 === 0 ? part : filled[part];
  return html;
}

interface BranchCardsProps {
  branches: readonly ListedBranch[];
  /** Number of the first one's pin on the map. */
  firstNumber?: number;
  /** Query string of the stay, so that the branch's page shows the same price. */
  query?: string;
  now: Date;
}

export function BranchCards({ branches, firstNumber = 1, query = "", now }: BranchCardsProps) {
  const escaped = query.replaceAll("&", "&amp;").replaceAll('"', "&quot;");
  const cards = branches.map((branch, index) =>
    renderCard({ branch, number: firstNumber + index, query: escaped, now }),
  );
  return (
    <ol
      className={styles["places"]}
      aria-label="Places"
      // Rendered by React above, which has escaped the texts of vendors.
      dangerouslySetInnerHTML={{ __html: cards.join("") }}
    />
  );
}
