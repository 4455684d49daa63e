// What the register says of a GSTIN or PAN now.
import { useQuery } from "@tanstack/react-query";
import { IconAlertTriangle, IconCheck, IconCloudOff } from "@tabler/icons-react";
import { isUnavailable, taxIdQuery, type TaxIdKind } from "#web/items/tax-ids.ts";
import styles from "#web/ui/submission/submission.module.css";

export function TaxIdAnswer({ kind, number }: { kind: TaxIdKind; number: string }) {
  const { data, error, isPending } = useQuery(taxIdQuery({ kind, number }));
  if (isPending) return <span>Asking the register…</span>;
  if (error && isUnavailable(error))
    return (
      <span className={styles["line"]}>
        <IconCloudOff size={20} aria-hidden="true" />
        The register cannot be reached right now. That says nothing about your number: go on, we ask again.
      </span>
    );
  if (error)
    return (
      <span className={styles["wrong"]}>
        <IconAlertTriangle size={20} aria-hidden="true" />
        {error.message.replace(/^\*/, "")}
      </span>
    );
  const name = data.legal_name ?? data.registered_name ?? data.category;
  return (
    <span className={styles["right"]}>
      <IconCheck size={20} aria-hidden="true" />
      Active{name ? `: ${name}` : ""}
    </span>
  );
}
