// The cards of a listing. The same branch is shown to many readers: the template of its card has what depends on neither a reader's stay and
// position nor the time.
import type { ListedBranch } from "#domain/site/site-data.ts";
import type { Html } from "#domain/site/site-document.ts";
import { describeSpace } from "#domain/site/space-text.ts";
import { Stack } from "#web/ui/layout.tsx";
import { BranchCard, StayPrice } from "#web/site/branch-card.tsx";
import { formatDistance } from "#web/site/format-distance.ts";
import { escapeHtml, joinHtml, Templates } from "#web/site/templates/html-template.ts";

/** Some 10,000 cards. */
const templates = new Templates({ maxBytes: 24 * 1024 * 1024 });
const prices = new Templates({ maxBytes: 256 * 1024 });

function renderPrice({ price, lowestPrice, chargesGst }: ListedBranch): Html {
  return prices.render({
    key: `${price} ${lowestPrice} ${chargesGst}`,
    render: () => <StayPrice branch={{ price, lowestPrice, chargesGst }} />,
    values: {},
  });
}

interface CardOptions {
  branch: ListedBranch;
  number: number;
  /** HTML. */
  query: string;
  now: Date;
}

function renderCard({ branch, number, query, now }: CardOptions): Html {
  const { distance } = branch;
  const hasDistance = distance !== null;
  const { contentKey, isOpenOnArrival, space } = branch;
  return templates.render({
    key: `${contentKey} ${isOpenOnArrival} ${hasDistance} ${space?.free} ${space?.total}`,
    render: (slot) => (
      <BranchCard
        branch={branch}
        texts={{
          number: slot("number"),
          query: slot("query"),
          distance: hasDistance ? slot("distance") : "",
          price: slot("price"),
          countedAt: slot("countedAt"),
          age: slot("age"),
        }}
      />
    ),
    values: {
      number: String(number),
      query,
      distance: distance === null ? "" : formatDistance(distance),
      price: renderPrice(branch),
      countedAt: space?.at ?? "",
      age: space ? describeSpace({ space, now }).age : "",
    },
  });
}

interface BranchCardsProps {
  branches: readonly ListedBranch[];
  /** Number of the first one's pin on the map. */
  firstNumber?: number;
  /** Query string of the stay, so that the branch's page shows the same price. */
  query?: string;
  now: Date;
}

export function renderCards({ branches, firstNumber = 1, query = "", now }: BranchCardsProps): Html {
  const escaped = escapeHtml(query);
  return branches.map((branch, index) => renderCard({ branch, number: firstNumber + index, query: escaped, now }));
}

export function BranchCards(props: BranchCardsProps) {
  return <CardList html={joinHtml(renderCards(props))} />;
}

export function CardList({ html }: { html: string }) {
  return (
    <Stack
      component="ol"
      aria-label="Places"
      // Rendered by React above, which has escaped the texts of vendors.
      dangerouslySetInnerHTML={{ __html: html }}
    />
  );
}
