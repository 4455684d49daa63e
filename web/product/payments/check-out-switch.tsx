// §4: whether the vehicle leaves with its payment; with a part it stays, since the rest is due.
import "@mantine/core/styles/Switch.layer.css";
import { Switch } from "@mantine/core";
import { useFormState, type FormValues } from "#web/ui/forms/form.tsx";
import { t } from "#web/languages/t.ts";

interface CheckOutSwitchProps {
  isChosen: boolean;
  onChange: (isChosen: boolean) => void;
  /** Whether less is paid than is due. */
  isPart: (values: FormValues) => boolean;
}

export function CheckOutSwitch({ isChosen, onChange, isPart }: CheckOutSwitchProps) {
  const { values } = useFormState();
  const hasRest = isPart(values);
  const isLeaving = isChosen && !hasRest;
  return (
    <Switch
      size="lg"
      checked={isLeaving}
      disabled={hasRest}
      onChange={(event) => onChange(event.currentTarget.checked)}
      label={t("Check out now")}
      description={isLeaving ? t("The vehicle leaves now") : t("The vehicle stays; further time is charged")}
    />
  );
}
