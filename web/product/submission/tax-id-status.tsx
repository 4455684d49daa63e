// Current status of a GSTIN or PAN in its register.
import { useQuery } from "@tanstack/react-query";
import { IconAlertTriangle, IconCheck, IconCloudOff } from "@tabler/icons-react";
import { isRegistryUnavailable, taxIdQuery, type TaxIdKind } from "#web/api/tax-ids.ts";
import styles from "#web/product/submission/submission.module.css";

export function TaxIdStatus({ kind, number }: { kind: TaxIdKind; number: string }) {
  const { data, error, isPending } = useQuery(taxIdQuery({ kind, number }));
  if (isPending) return <span>Checking the register…</span>;
  if (error && isRegistryUnavailable(error))
    return (
      <span className={styles["line"]}>
        <IconCloudOff size={20} aria-hidden="true" />
        The register is not available right now. You can continue; we will check again later.
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
