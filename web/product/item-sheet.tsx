// Sheet to create, edit or remove one row of a branch's list. Removal asks for confirmation.
import type { CollectionName } from "#domain/schema/registry.ts";
import { Button } from "@mantine/core";
import { IconTrash } from "@tabler/icons-react";
import { useState } from "react";
import type { ReactNode } from "react";
import type { Fields } from "#domain/schema/collection.ts";
import { hasErrorCode } from "#web/api/api-error.ts";
import { createItem, deleteItem, updateItem } from "#web/api/items.ts";
import { refreshItems } from "#web/api/query-client.ts";
import { Stack } from "#web/ui/layout.tsx";
import { showErrorCode, showSuccess } from "#web/ui/feedback.ts";
import { Sheet } from "#web/ui/overlays/sheet.tsx";
import { AsyncButton } from "#web/ui/forms/async-button.tsx";
import { SettingsForm } from "#web/product/forms/settings-form.tsx";
import { t } from "#web/languages/t.ts";

interface ItemSheetProps {
  collection: CollectionName;
  title: string;
  fields: Fields;
  /** A new row has no id; `row` then holds the initial values. */
  row: { id?: number; [field: string]: unknown };
  /** Additional values of a new row. */
  defaults: { [field: string]: unknown };
  onClose: () => void;
  /** Changed values without a form field, such as an image. */
  extraFields?: { [field: string]: unknown } | undefined;
  children: ReactNode;
}

export function ItemSheet({
  collection,
  title,
  fields,
  row,
  defaults,
  extraFields,
  onClose,
  children,
}: ItemSheetProps) {
  const [isRemoving, setIsRemoving] = useState(false);
  const { id } = row;

  async function remove(): Promise<void> {
    try {
      await deleteItem(collection, id!);
    } catch (thrown) {
      if (!hasErrorCode(thrown, "INVALID_FOREIGN_KEY")) throw thrown;
      // The text of the code is for a chosen row that is gone; here other rows still name this one. A rule says which.
      const isCounted = "branches" in thrown.extensions;
      return showErrorCode(thrown.code, isCounted ? thrown.message : t("It is in use and cannot be removed."));
    }
    showSuccess("DATA_DELETED");
    onClose();
    await refreshItems(collection);
  }

  return (
    <Sheet isOpen title={title} onClose={onClose}>
      <Stack>
        <SettingsForm
          fields={fields}
          row={row}
          hasOtherChanges={extraFields !== undefined}
          onSave={async (changes) => {
            if (id === undefined) await createItem(collection, { ...defaults, ...changes, ...extraFields });
            else await updateItem(collection, id, { ...changes, ...extraFields });
            onClose();
          }}
        >
          {children}
        </SettingsForm>
        {id !== undefined && !isRemoving && (
          <Button
            variant="default"
            size="lg"
            leftSection={<IconTrash size={20} aria-hidden="true" />}
            onClick={() => setIsRemoving(true)}
          >
            {t("Remove")}
          </Button>
        )}
        {isRemoving && (
          <AsyncButton variant="outline" color="red" size="lg" onPress={remove}>
            {t("Yes, remove")}
          </AsyncButton>
        )}
      </Stack>
    </Sheet>
  );
}
