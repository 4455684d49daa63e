// Reference of an unexpected error in the server log. Loaded on demand, since it is rarely shown.
import { CopyButton } from "#web/ui/copy-button.tsx";
import styles from "#web/ui/overlays/error-modal.module.css";

export function ErrorReference({ reference }: { reference: string }) {
  return (
    <div className={styles["reference"]}>
      <span>
        Reference: <span className="figures">{reference}</span>
      </span>
      <CopyButton text={reference} size="md">
        Copy
      </CopyButton>
    </div>
  );
}
