// §2 /offers/manage: the offers of the branch and of its company, with what was used, saved and is left.
import { Button } from "@mantine/core";
import { can } from "#domain/access/capabilities.ts";
import { useQuery } from "@tanstack/react-query";
import { IconPencil, IconPlus, IconTicket } from "@tabler/icons-react";
import { useState } from "react";
import { formatRupees } from "#domain/money.ts";
import { describeConditions, describeSaving } from "#domain/offers/offer-texts.ts";
import type { OfferTerms } from "#domain/offers/offer-check.ts";
import { type OfferState, offerStateTable } from "#domain/offers/states.ts";
import { deleteItem, itemsQuery, updateItem } from "#web/api/items.ts";
import { useLiveCollections } from "#web/api/live-updates.ts";
import { refreshItems } from "#web/api/query-client.ts";
import { useBranch, useRequiredSession } from "#web/api/use-session.ts";
import { figuresQuery, offerCollection, offersQuery, toOfferTerms, type WireOffer } from "#web/features/offers/api.ts";
import { OfferPreview } from "#web/features/offers/offer-preview.tsx";
import { StatusBadge } from "#web/product/status-badge.tsx";
import { ButtonLink } from "#web/ui/button-link.tsx";
import { KeyValue, KeyValueList } from "#web/ui/data/key-value-list.tsx";
import { showSuccess } from "#web/ui/feedback.ts";
import { AsyncButton } from "#web/ui/forms/async-button.tsx";
import { Grid, Group, Stack } from "#web/ui/layout.tsx";
import { Sheet } from "#web/ui/overlays/sheet.tsx";
import { Card, Page } from "#web/ui/page.tsx";
import { EmptyState, ErrorState, SkeletonRows } from "#web/ui/states.tsx";
import { Text } from "#web/ui/text.tsx";
import { useNow } from "#web/ui/use-now.ts";

export function OffersPage() {
  useLiveCollections("Offers", "Offer_Uses");
  const { path } = useBranch();
  const { data: offers, error, refetch } = useQuery(offersQuery);
  return (
    <Page
      title="Offers"
      actions={
        <ButtonLink to={path("offers/create")} color="marigold" leftSection={<IconPlus size={18} aria-hidden="true" />}>
          New offer
        </ButtonLink>
      }
    >
      {error && !offers && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!offers && !error && <SkeletonRows count={3} />}
      {offers?.length === 0 && (
        <EmptyState
          icon={IconTicket}
          title="No offers yet"
          text="An offer takes something off the charge, with a code or by itself."
        />
      )}
      <Grid minColumnWidth={320} fill align="start">
        {offers?.map((offer) => (
          <OfferCard key={offer.id} offer={offer} />
        ))}
      </Grid>
    </Page>
  );
}

function OfferCard({ offer }: { offer: WireOffer }) {
  const { zone, path } = useBranch();
  const session = useRequiredSession();
  const { data: vehicleTypes = [] } = useQuery(itemsQuery("Vehicle_Type", { sort: ["sort", "id"] }));
  const [isPreviewed, setIsPreviewed] = useState(false);
  const terms = toOfferTerms(offer);
  const { name, colour } = offerStateTable.states[offer.state];
  const conditions = describeConditions({ offer: terms, zone, vehicleTypes });
  // Offers for all branches are changed by those who manage the company.
  const canChange = offer.state !== "ended" && (offer.branch !== null || can(session, "company.configure"));
  return (
    <Card title={offer.coupon_title} actions={<StatusBadge label={name} colour={colour} />}>
      <Text fw="bold">{describeSaving(terms)}</Text>
      {offer.short_description && <Text>{offer.short_description}</Text>}
      {conditions.length > 0 && <Text c="dimmed">{conditions.join(" · ")}</Text>}
      <WindowNote offer={terms} />
      <KeyValueList>
        <KeyValue label="Code">{offer.coupon_code ?? "Applies without a code"}</KeyValue>
        <KeyValue label="Branch">{offer.branch === null ? "All branches" : "This branch"}</KeyValue>
        <KeyValue label="Public pages">{offer.is_listed ? "Shown" : "Not shown"}</KeyValue>
        <OfferFigures offer={offer} />
      </KeyValueList>
      {canChange && (
        <Stack gap="xs">
          <Group>
            <StateButtons offer={offer} />
          </Group>
          <Group>
            <ButtonLink
              to={path(`offers/edit?id=${offer.id}`)}
              variant="default"
              leftSection={<IconPencil size={18} aria-hidden="true" />}
            >
              Edit
            </ButtonLink>
            <Button variant="default" onClick={() => setIsPreviewed(true)}>
              Preview
            </Button>
          </Group>
        </Stack>
      )}
      <Sheet isOpen={isPreviewed} title="Preview" onClose={() => setIsPreviewed(false)}>
        <OfferPreview offer={offer.id} />
      </Sheet>
    </Card>
  );
}

/** A running offer applies within its window only. */
function WindowNote({ offer: { state, starts_at, ends_at } }: { offer: OfferTerms }) {
  const now = useNow(60_000);
  if (state !== "running") return null;
  if (ends_at && ends_at <= now) return <Text>Its time is over. Edit the end, or end the offer.</Text>;
  return starts_at && starts_at > now ? <Text>It applies from its start on.</Text> : null;
}

function OfferFigures({ offer }: { offer: WireOffer }) {
  const { data: figures } = useQuery(figuresQuery);
  const { uses, saved } = figures?.find((figure) => figure.offer === offer.id) ?? { uses: 0, saved: 0 };
  const { budget } = toOfferTerms(offer);
  const left = [
    offer.total_limit !== null && `${Math.max(0, offer.total_limit - uses)} uses`,
    budget !== null && formatRupees(Math.max(0, budget - saved)),
  ].filter((text) => text !== false);
  return (
    <>
      <KeyValue label="Used">
        {uses} {uses === 1 ? "time" : "times"}
      </KeyValue>
      <KeyValue label="Saved">{formatRupees(saved)}</KeyValue>
      {left.length > 0 && <KeyValue label="Left">{left.join(", ")}</KeyValue>}
    </>
  );
}

const stateActions = {
  draft: [{ label: "Start", to: "running" }],
  running: [
    { label: "Pause", to: "paused" },
    { label: "End", to: "ended" },
  ],
  paused: [
    { label: "Continue", to: "running" },
    { label: "End", to: "ended" },
  ],
  ended: [],
} as const satisfies { readonly [state in OfferState]: readonly { label: string; to: OfferState }[] };

function StateButtons({ offer }: { offer: WireOffer }) {
  const [isEnding, setIsEnding] = useState(false);

  async function changeTo(state: OfferState): Promise<void> {
    await updateItem(offerCollection, offer.id, { state });
    setIsEnding(false);
    showSuccess("DATA_UPDATED");
    await refreshItems(offerCollection);
  }

  return (
    <>
      {stateActions[offer.state].map(({ label, to }) =>
        to === "ended" ? (
          <Button key={to} variant="default" onClick={() => setIsEnding(true)}>
            {label}
          </Button>
        ) : (
          <AsyncButton key={to} color="ink" onPress={() => changeTo(to)}>
            {label}
          </AsyncButton>
        ),
      )}
      {offer.state === "draft" && (
        <AsyncButton
          variant="default"
          onPress={async () => {
            await deleteItem(offerCollection, offer.id);
            showSuccess("DATA_DELETED");
            await refreshItems(offerCollection);
          }}
        >
          Delete
        </AsyncButton>
      )}
      <Sheet isOpen={isEnding} title="End this offer?" onClose={() => setIsEnding(false)}>
        <Stack>
          <Text>An ended offer never runs again. Its figures stay.</Text>
          <AsyncButton color="red" variant="outline" size="lg" onPress={() => changeTo("ended")}>
            End offer
          </AsyncButton>
        </Stack>
      </Sheet>
    </>
  );
}
