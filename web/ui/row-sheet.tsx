// One row of a list that a branch keeps, in a sheet: made, changed, or removed after one more question.
import { Button } from "@mantine/core";
import { IconTrash } from "@tabler/icons-react";
import { useState } from "react";
import type { ReactNode } from "react";
import type { Fields } from "#domain/collection.ts";
import { createItem, deleteItem, updateItem } from "#web/items/items.ts";
import { queryClient } from "#web/items/query-client.ts";
import { showSuccess } from "#web/ui/messages.ts";
import { Sheet } from "#web/ui/sheet.tsx";
import { WaitingButton } from "#web/ui/waiting-button.tsx";
import { SettingsForm } from "#web/ui/settings-form.tsx";
import styles from "#web/ui/settings-form.module.css";

interface RowSheetProps {
  collection: string;
  title: string;
  fields: Fields;
  /** Without an id it is new: `row` then holds what it begins with. */
  row: { [field: string]: unknown };
  /** What a new row has beyond its fields. */
  belongsTo: { [field: string]: unknown };
  onClose: () => void;
  /** What of the row has no field of its own, such as a picture; sent where it is given. */
  beside?: { [field: string]: unknown } | undefined;
  children: ReactNode;
}

export function RowSheet({ collection, title, fields, row, belongsTo, beside, onClose, children }: RowSheetProps) {
  const [isRemoving, setIsRemoving] = useState(false);
  const id = row["id"] as number | undefined;

  async function remove(): Promise<void> {
    await deleteItem(collection, id!);
    showSuccess("DATA_DELETED");
    onClose();
    await queryClient.invalidateQueries({ queryKey: ["items", collection] });
  }

  return (
    <Sheet isOpen title={title} onClose={onClose}>
      <div className={styles["form"]}>
        <SettingsForm
          fields={fields}
          row={row}
          isChanged={beside !== undefined}
          onSave={async (changes) => {
            if (id === undefined) await createItem(collection, { ...belongsTo, ...changes, ...beside });
            else await updateItem(collection, id, { ...changes, ...beside });
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
            Remove
          </Button>
        )}
        {isRemoving && (
          <WaitingButton variant="default" size="lg" className={styles["danger"]!} onPress={remove}>
            Yes, remove it
          </WaitingButton>
        )}
      </div>
    </Sheet>
  );
}
