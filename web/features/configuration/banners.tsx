// The pictures customers see of a branch, in their order; the first is the one on lists.
import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { IconArrowUp, IconTrash } from "@tabler/icons-react";
import { limits } from "#domain/limits.ts";
import { createItem, deleteItem, itemsQuery, updateItem } from "#web/items/items.ts";
import { queryClient } from "#web/items/query-client.ts";
import { showError, showSuccess } from "#web/ui/messages.ts";
import { Card } from "#web/ui/page.tsx";
import { PictureChoice, ShownPicture } from "#web/ui/picture-choice.tsx";
import { ErrorState, SkeletonRows } from "#web/ui/states.tsx";
import { WaitingButton } from "#web/ui/waiting-button.tsx";
import { PartHeading } from "#web/features/configuration/part-heading.tsx";
import styles from "#web/features/configuration/configuration.module.css";

interface BannerWire {
  id: number;
  image: string;
  sort: number | null;
}

const collection = "Branch_Banner_Images";
const changed = () => queryClient.invalidateQueries({ queryKey: ["items", collection] });

export function BannersPart({ branch }: { branch: number }) {
  const { data, error, refetch } = useQuery(
    itemsQuery<BannerWire>(collection, {
      filter: { branch: { _eq: branch } },
      fields: ["id", "image", "sort"],
      sort: ["sort", "id"],
    }),
  );

  async function add(image: string | null): Promise<void> {
    if (image === null) return;
    try {
      await createItem(collection, { branch, image, sort: (data?.at(-1)?.sort ?? 0) + 1 });
      showSuccess("DATA_UPDATED");
      await changed();
    } catch (thrown) {
      showError(thrown);
    }
  }

  /** Changes places with the one before it. */
  async function up(at: number): Promise<void> {
    const [before, banner] = [data![at - 1]!, data![at]!];
    await updateItem(collection, banner.id, { sort: at - 1 });
    await updateItem(collection, before.id, { sort: at });
    await changed();
  }

  return (
    <Card>
      <PartHeading menu="branch" edit="banners">
        Banners
      </PartHeading>
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && !error && <SkeletonRows count={1} />}
      {data?.length === 0 && (
        <p className={styles["soft"]}>No pictures yet. A place that shows its entrance is found more easily.</p>
      )}
      <ul className={styles["banners"]}>
        {data?.map((banner, at) => (
          <li key={banner.id}>
            <ShownPicture id={banner.image} alt={`Banner ${at + 1}`} />
            <div className={styles["head"]}>
              <Button
                variant="default"
                size="md"
                disabled={at === 0}
                aria-label={`Banner ${at + 1} one place up`}
                leftSection={<IconArrowUp size={18} aria-hidden="true" />}
                onClick={() => void up(at).catch(showError)}
              >
                Up
              </Button>
              <WaitingButton
                variant="default"
                size="md"
                aria-label={`Remove banner ${at + 1}`}
                leftSection={<IconTrash size={18} aria-hidden="true" />}
                onPress={async () => {
                  await deleteItem(collection, banner.id);
                  await changed();
                }}
              >
                Remove
              </WaitingButton>
            </div>
          </li>
        ))}
      </ul>
      {data && data.length < limits.banners && (
        <PictureChoice
          label="Banner"
          hasHeading
          description={`Up to ${limits.banners} pictures, wide rather than tall: JPEG, PNG or WebP, under 2 MB.`}
          value={null}
          onChange={(image) => void add(image)}
        />
      )}
    </Card>
  );
}
