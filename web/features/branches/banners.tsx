// Banner images of a branch, in display order.
import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { IconArrowUp, IconTrash } from "@tabler/icons-react";
import { limits } from "#domain/limits.ts";
import { createItem, deleteItem, itemsQuery, updateItem } from "#web/api/items.ts";
import { queryClient } from "#web/api/query-client.ts";
import { showError, showSuccess } from "#web/ui/feedback.ts";
import { Card } from "#web/ui/page.tsx";
import { ImagePicker, ImagePreview } from "#web/product/forms/image-picker.tsx";
import { ErrorState, SkeletonRows } from "#web/ui/states.tsx";
import { AsyncButton } from "#web/ui/forms/async-button.tsx";
import { SectionHeading } from "#web/features/branches/section-heading.tsx";
import styles from "#web/features/branches/parking-settings.module.css";

const collection = "Branch_Banner_Images";
const refreshBanners = () => queryClient.invalidateQueries({ queryKey: ["items", collection] });

export function BannersSection({ branch }: { branch: number }) {
  const { data, error, refetch } = useQuery(
    itemsQuery(collection, {
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
      await refreshBanners();
    } catch (thrown) {
      showError(thrown);
    }
  }

  /** Swaps the banner with the previous one. */
  async function moveUp(index: number): Promise<void> {
    const [previous, banner] = [data![index - 1]!, data![index]!];
    await updateItem(collection, banner.id, { sort: index - 1 });
    await updateItem(collection, previous.id, { sort: index });
    await refreshBanners();
  }

  return (
    <Card>
      <SectionHeading menu="branch" edit="banners">
        Banners
      </SectionHeading>
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && !error && <SkeletonRows count={1} />}
      {data?.length === 0 && <p className={styles["soft"]}>No images yet. Start with a photo of the entrance.</p>}
      <ul className={styles["banners"]}>
        {data?.map((banner, index) => (
          <li key={banner.id}>
            <ImagePreview id={banner.image} alt={`Banner ${index + 1}`} />
            <div className={styles["head"]}>
              <Button
                variant="default"
                size="md"
                disabled={index === 0}
                aria-label={`Move banner ${index + 1} up`}
                leftSection={<IconArrowUp size={18} aria-hidden="true" />}
                onClick={() => void moveUp(index).catch(showError)}
              >
                Move up
              </Button>
              <AsyncButton
                variant="default"
                size="md"
                aria-label={`Remove banner ${index + 1}`}
                leftSection={<IconTrash size={18} aria-hidden="true" />}
                onPress={async () => {
                  await deleteItem(collection, banner.id);
                  await refreshBanners();
                }}
              >
                Remove
              </AsyncButton>
            </div>
          </li>
        ))}
      </ul>
      {data && data.length < limits.banners && (
        <ImagePicker
          label="Banner"
          hasHeading
          description={`Up to ${limits.banners} landscape images: JPEG, PNG or WebP, under 2 MB each.`}
          value={null}
          onChange={(image) => void add(image)}
        />
      )}
    </Card>
  );
}
