// A branch in a listing: its name, price of the stay, free slots, distance and services.
import { getDirectionsUrl } from "#domain/branches/location/map.ts";
import { describeRatings } from "#domain/ratings/rating-summary.ts";
import type { ListedBranch } from "#domain/site/site-data.ts";
import { describeCount } from "#domain/site/space-text.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Amount } from "#web/ui/data/amount.tsx";
import { Group, Stack } from "#web/ui/layout.tsx";
import { Card } from "#web/ui/page.tsx";
import { Text } from "#web/ui/text.tsx";
import { cardIcons } from "#web/site/card-icons.tsx";
import { SpaceBadge } from "#web/site/space-badge.tsx";
import link from "#web/ui/links/text-link.module.css";
import styles from "#web/site/site.module.css";

/** What a card says besides its branch: it differs between readers. */
export interface CardTexts {
  /** Number of its pin on the map. */
  number: string;
  /** Query string of the stay, so that the branch's page shows the same price. */
  query: string;
  /** Empty if the reader's position is not known. */
  distance: string;
  price: string;
  /** When the free slots were counted, and how long ago. */
  countedAt: string;
  age: string;
}

interface BranchCardProps {
  branch: ListedBranch;
  texts: CardTexts;
}

export function BranchCard({ branch, texts: { number, query, distance, price, countedAt, age } }: BranchCardProps) {
  const { name, company, path, photo, space } = branch;
  return (
    <Card component="li" padding="md" className={styles["place"]} data-branch={branch.id}>
      {photo !== null && (
        <img
          className={styles["photo"]}
          src={`/assets/${photo}?key=system-medium-cover`}
          alt=""
          width={300}
          height={300}
          loading="lazy"
        />
      )}
      <Stack gap="xs">
        <h2 className={styles["placeName"]}>
          <a href={path + query}>
            {number}. {name}
          </a>
        </h2>
        <Text size="sm" c="dimmed">
          {company} · {formatAddress(branch)}
          {distance !== "" && ` · ${distance}`}
        </Text>
        <Group gap="xs">
          {space && (
            <SpaceBadge id={branch.id} space={{ ...space, at: countedAt }} text={{ ...describeCount(space), age }} />
          )}
          {branch.rating && (
            <Badge c="grey" icon={cardIcons.star}>
              {describeRatings(branch.rating)}
            </Badge>
          )}
          {!branch.isOpenOnArrival && (
            <Badge c="red" icon={cardIcons.clock}>
              Closed on arrival
            </Badge>
          )}
          {branch.hasValet && (
            <Badge c="blue" icon={cardIcons.valet}>
              Valet
            </Badge>
          )}
          {branch.hasOffers && (
            <Badge c="green" icon={cardIcons.offer}>
              Offers
            </Badge>
          )}
          {branch.takesOnlinePayment && (
            <Badge c="grey" icon={cardIcons.coin}>
              Pay online
            </Badge>
          )}
        </Group>
        {branch.amenities.length > 0 && (
          <Text size="sm" lineClamp={2}>
            {branch.amenities.join(" · ")}
          </Text>
        )}
      </Stack>
      <Stack gap="2xs" style={{ alignContent: "center" }}>
        {price}
        {branch.point && (
          <a
            className={link["link"]}
            href={getDirectionsUrl(branch.point)}
            rel="noreferrer"
            aria-label={`Directions to ${name}`}
          >
            Directions
          </a>
        )}
      </Stack>
    </Card>
  );
}

/** The whole price of the stay; the lowest of all vehicle types if they differ and none was chosen. */
export function StayPrice({
  branch: { price, lowestPrice, chargesGst },
}: {
  branch: Pick<ListedBranch, "price" | "lowestPrice" | "chargesGst">;
}) {
  const tax = chargesGst ? ", GST included" : "";
  if (price === null && lowestPrice !== null)
    return (
      <>
        {lowestPrice === 0 ? (
          <Text size="xl" fw="bold">
            Free for some
          </Text>
        ) : (
          <span>
            from <Amount paise={lowestPrice} size="large" />
          </span>
        )}
        <Text size="sm" c="dimmed">
          for your stay, by vehicle type{tax}
        </Text>
      </>
    );
  if (price === null) return <Text size="sm">No price for this vehicle</Text>;
  if (price === 0)
    return (
      <Text size="xl" fw="bold">
        Free
      </Text>
    );
  return (
    <>
      <Amount paise={price} size="large" />
      <Text size="sm" c="dimmed">
        for your stay{tax}
      </Text>
    </>
  );
}

export function formatAddress({ address, area, city, pincode }: ListedBranch): string {
  return [address, area, city, pincode].filter((part) => part !== null && part !== "").join(", ");
}
