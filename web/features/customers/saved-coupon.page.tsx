// §2 /{customerType}/saved-coupon: coupons that the customer has saved. Public pages lead here with ?save= and the offer to save.
import { Button } from "@mantine/core";
import { IconTicket } from "@tabler/icons-react";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { useSearchParams } from "react-router";
import { offersPath } from "#domain/site/site-links.ts";
import type { SavedOffer } from "#domain/offers/listed-offer.ts";
import { parseId } from "#domain/schema/fields.ts";
import { call } from "#web/api/call.ts";
import { queryClient } from "#web/api/query-client.ts";
import { CustomerPage } from "#web/product/customer-page.tsx";
import { Badge } from "#web/ui/badge.tsx";
import { showError, showSuccess } from "#web/ui/feedback.ts";
import { AsyncButton } from "#web/ui/forms/async-button.tsx";
import { Grid, Group } from "#web/ui/layout.tsx";
import { Card } from "#web/ui/page.tsx";
import { EmptyState, ErrorState, SkeletonRows } from "#web/ui/states.tsx";
import { Text } from "#web/ui/text.tsx";
import { t } from "#web/languages/t.ts";

const savedQuery = { queryKey: ["saved-offers"], queryFn: () => call({ route: "GET /actions/offers/saved" }) };
const refresh = (): Promise<void> => queryClient.invalidateQueries({ queryKey: savedQuery.queryKey });

/** Saves the offer that a public page has named, once; returns whether it is not saved yet. */
function useSaveFromPublicPage(): boolean {
  const [parameters, setParameters] = useSearchParams();
  const asked = parameters.get("save");
  const id = parseId(asked) ?? null;
  const startedFor = useRef<number | null>(null);
  const { mutate, isPending } = useMutation({
    mutationFn: (offer: number) => call({ route: "POST /actions/offers/:id/save", id: offer }),
    onSuccess: () => showSuccess(t("Coupon saved")),
    onError: showError,
    onSettled: async () => {
      setParameters({}, { replace: true });
      await refresh();
    },
  });
  useEffect(() => {
    if (id === null || startedFor.current === id) return;
    startedFor.current = id;
    mutate(id);
  }, [id, mutate]);
  return id !== null || isPending;
}

export function SavedCouponPage() {
  const isSaving = useSaveFromPublicPage();
  // A list that was read before the offer was saved would not be read again while it is still on its way.
  const { data: offers, error, refetch } = useQuery({ ...savedQuery, enabled: !isSaving });
  return (
    <CustomerPage
      title={t("Saved coupons")}
      actions={
        <Button component="a" href={offersPath} variant="default">
          {t("Find offers")}
        </Button>
      }
    >
      {error && !offers ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : !offers || isSaving ? (
        <SkeletonRows count={3} />
      ) : offers.length === 0 ? (
        <EmptyState
          icon={IconTicket}
          title={t("No coupons yet")}
          text={t("Save an offer, and it is suggested when you pay at the gate or online.")}
        />
      ) : (
        <Grid component="ul" minColumnWidth={280} gap="sm" fill aria-label={t("Saved coupons")}>
          {offers.map((offer) => (
            <CouponCard key={offer.id} offer={offer} />
          ))}
        </Grid>
      )}
    </CustomerPage>
  );
}

function CouponCard({ offer }: { offer: SavedOffer }) {
  const { id, title, description, saving, conditions, code, terms, company, branch, path, isUsable } = offer;
  return (
    <Card component="li" gap="xs" padding="md">
      <Group justify="space-between">
        <strong>{title}</strong>
        {!isUsable && <Badge c="grey">{t("Not available now")}</Badge>}
      </Group>
      <Text fw="bold">{saving}</Text>
      {description !== null && <Text>{description}</Text>}
      <Text c="dimmed">
        <a href={path}>{branch === null ? t("{company}, all branches", { company }) : `${branch}, ${company}`}</a>
      </Text>
      {conditions.length > 0 && <Text c="dimmed">{conditions.join(" · ")}</Text>}
      {terms !== null && <Text c="dimmed">{t("Terms: {terms}", { terms })}</Text>}
      <Text isFigures>{code === null ? t("Applies without a code") : t("Code {code}", { code })}</Text>
      <Group>
        {code !== null && isUsable && (
          <AsyncButton
            variant="default"
            aria-label={t("Copy code {code}", { code })}
            onPress={async () => {
              await navigator.clipboard.writeText(code);
              showSuccess("COUPON_CODE_COPIED");
            }}
          >
            {t("Copy code")}
          </AsyncButton>
        )}
        <AsyncButton
          variant="subtle"
          aria-label={t("Remove {name}", { name: title })}
          onPress={async () => {
            await call({ route: "POST /actions/offers/:id/remove-saved", id });
            showSuccess(t("Coupon removed"));
            await refresh();
          }}
        >
          {t("Remove")}
        </AsyncButton>
      </Group>
    </Card>
  );
}
