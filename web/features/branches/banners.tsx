// Banner images of a branch, in display order.
import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { IconArrowUp, IconTrash } from "@tabler/icons-react";
import * as limits from "#domain/limits.ts";
import { createItem, deleteItem, itemsQuery, updateItem } from "#web/api/items.ts";
import { refreshItems } from "#web/api/query-client.ts";
import { showError, showSuccess } from "#web/ui/feedback.ts";
import { Card } from "#web/ui/page.tsx";
import { ImagePicker, ImagePreview } from "#web/product/forms/image-picker.tsx";
import { ErrorState, SkeletonRows } from "#web/ui/states.tsx";
import { AsyncButton } from "#web/ui/forms/async-button.tsx";
import { SectionLink } from "#web/features/branches/section-link.tsx";
import { Text } from "#web/ui/text.tsx";
import { Group, Stack } from "#web/ui/layout.tsx";

const collection = "Branch_Banner_Images";
const refreshBanners = () => refreshItems(collection);

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
    <Card
      title={
        <SectionLink menu="branch" edit="banners">
          Banners
        </SectionLink>
      }
    >
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && !error && <SkeletonRows count={1} />}
      {data?.length === 0 && <Text c="dimmed">No images yet. Start with a photo of the entrance.</Text>}
      <Stack component="ul">
        {data?.map((banner, index) => (
          <Stack key={banner.id} component="li" gap="xs">
            <ImagePreview id={banner.image} alt={`Banner ${index + 1}`} />
            <Group justify="space-between">
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
            </Group>
          </Stack>
        ))}
      </Stack>
      {data && data.length < limits.banners && (
        <ImagePicker
          label="Banner"
          hasHeading
          description={`Up to ${limits.banners} landscape images: JPEG, PNG or WebP.`}
          value={null}
          onChange={(image) => void add(image)}
        />
      )}
    </Card>
  );
}
