// Reference of an unexpected error in the server log. Loaded on demand, since it is rarely shown.
import { CopyButton } from "#web/ui/copy-button.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { t } from "#web/languages/t.ts";

export function ErrorReference({ reference }: { reference: string }) {
  return (
    <Notice
      c="grey"
      actions={
        <CopyButton text={reference} size="md">
          {t("Copy")}
        </CopyButton>
      }
    >
      {t("Reference:")} <span className="figures">{reference}</span>
    </Notice>
  );
}
