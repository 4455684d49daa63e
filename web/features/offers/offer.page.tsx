// §2 /offers/create and /offers/edit.
import { useQuery } from "@tanstack/react-query";
import { IconTicket } from "@tabler/icons-react";
import { useNavigate, useSearchParams } from "react-router";
import { createItem, updateItem } from "#web/api/items.ts";
import { refreshItems } from "#web/api/query-client.ts";
import { useBranch } from "#web/api/use-session.ts";
import { offerCollection, offerQuery } from "#web/features/offers/api.ts";
import { OfferForm } from "#web/features/offers/offer-form.tsx";
import { ButtonLink } from "#web/ui/button-link.tsx";
import { showSuccess } from "#web/ui/feedback.ts";
import { Card, Page } from "#web/ui/page.tsx";
import { EmptyState, ErrorState, SkeletonRows } from "#web/ui/states.tsx";

export function CreateOfferPage() {
  const { path } = useBranch();
  const navigate = useNavigate();
  return (
    <Page title="New offer" width="form">
      <Card>
        <OfferForm
          onSubmit={async (values) => {
            await createItem(offerCollection, values);
            showSuccess("DATA_CREATED");
            await refreshItems(offerCollection);
            await navigate(path("offers/manage"));
          }}
        />
      </Card>
    </Page>
  );
}

export function EditOfferPage() {
  const { path } = useBranch();
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const id = search.get("id") ?? "";
  const { data: offer, error, refetch } = useQuery({ ...offerQuery(id), enabled: id !== "", staleTime: Infinity });
  const list = path("offers/manage");
  return (
    <Page title="Edit offer" width="form">
      {id === "" && (
        <EmptyState icon={IconTicket} title="No offer selected" text="Open an offer from the list and press Edit.">
          <ButtonLink to={list} size="lg">
            Go to list
          </ButtonLink>
        </EmptyState>
      )}
      {error && !offer && <ErrorState error={error} onRetry={() => void refetch()} />}
      {id !== "" && !offer && !error && <SkeletonRows count={5} />}
      {offer && (
        <Card>
          <OfferForm
            offer={offer}
            onSubmit={async (values) => {
              await updateItem(offerCollection, offer.id, values);
              showSuccess("DATA_UPDATED");
              await refreshItems(offerCollection);
              await navigate(list);
            }}
          />
        </Card>
      )}
    </Page>
  );
}
