// Below the field of a vehicle number: what was probably meant, and the kind of an uncommon number. Nothing is refused (§5).
import { Button } from "@mantine/core";
import { classifyPlate, isUnusualPlate, suggestPlate, type PlateKind } from "#domain/vehicles/plate-number.ts";
import { useFormState } from "#web/ui/forms/form.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { Text } from "#web/ui/text.tsx";
import { t } from "#web/languages/t.ts";
import { tNodes } from "#web/languages/nodes.ts";

const labels: { [kind in Exclude<PlateKind, "standard">]: string } = {
  bharat: "Bharat series (BH)",
  temporary: "Temporary registration",
  vintage: "Vintage vehicle",
  diplomatic: "Diplomatic vehicle",
  defence: "Armed forces vehicle",
};
/** Shorter ones are still being typed. */
const minLength = 7;

export function PlateHint({ name }: { name: string }) {
  const { values, setValue } = useFormState();
  const typed = String(values[name] ?? "");
  const meant = typed.length < minLength ? undefined : suggestPlate(typed);
  const kind = classifyPlate(typed);
  return (
    <div role="status">
      {meant ? (
        <Notice actions={<Button onClick={() => setValue(name, meant)}>{tNodes("Use {meant}", { meant })}</Button>}>
          {tNodes("Did you mean {meant}?", { meant })}
        </Notice>
      ) : kind === undefined ? (
        isUnusualPlate(typed) && <Text c="amber">{t("Unusual vehicle number. Check it.")}</Text>
      ) : (
        kind !== "standard" && <Text c="dimmed">{labels[kind]}</Text>
      )}
    </div>
  );
}
