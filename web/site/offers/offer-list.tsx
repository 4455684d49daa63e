// Offers on public pages: what each saves, when and for whom, its code, and the link to save it. Readable without JavaScript.
import { successMessages } from "#domain/success-messages.ts";
import type { ListedOffer } from "#domain/offers/listed-offer.ts";
import { Group, Stack } from "#web/ui/layout.tsx";
import { Text, Title } from "#web/ui/text.tsx";
import styles from "#web/site/site.module.css";

export function OfferList({ offers, level }: { offers: readonly ListedOffer[]; level: 2 | 3 }) {
  return (
    <Stack component="ul" gap="xl" aria-label="Offers">
      {offers.map((offer) => (
        <li key={offer.id}>
          <Offer offer={offer} level={level} />
        </li>
      ))}
    </Stack>
  );
}

function Offer({ offer, level }: { offer: ListedOffer; level: 2 | 3 }) {
  const { id, title, description, saving, conditions, code, terms, image, company, branch, path } = offer;
  return (
    <Stack gap="xs">
      {image !== null && (
        <img
          className={styles["photo"]}
          src={`/assets/${image}?key=system-medium-cover`}
          alt=""
          width={300}
          height={300}
          loading="lazy"
        />
      )}
      <Title order={level}>{title}</Title>
      <Text fw="bold">{saving}</Text>
      {description !== null && <Text>{description}</Text>}
      <Text c="dimmed">
        <a href={path}>{branch === null ? `${company}, all branches` : `${branch}, ${company}`}</a>
      </Text>
      {conditions.length > 0 && <Text c="dimmed">{conditions.join(" · ")}</Text>}
      {terms !== null && (
        <details className={styles["details"]}>
          <summary>Terms</summary>
          <Text>{terms}</Text>
        </details>
      )}
      <Group gap="sm">
        {code === null ? (
          <Text fw="medium">No code needed</Text>
        ) : (
          <>
            <Text>
              Code <strong className="figures">{code}</strong>
            </Text>
            {/* Shown by the script. */}
            <button type="button" className={styles["button"]} data-copy-code={code} hidden>
              Copy code<span className="visually-hidden"> {code}</span>
            </button>
          </>
        )}
        <a className={styles["button"]} href={`/commercial/saved-coupon?save=${id}`} rel="nofollow">
          Save<span className="visually-hidden"> {title}</span>
        </a>
      </Group>
      {code !== null && <p role="status" data-copied={successMessages.COUPON_CODE_COPIED} />}
    </Stack>
  );
}
