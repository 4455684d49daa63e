// Current status of a GSTIN or PAN in its register.
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { Icon } from "@tabler/icons-react";
import { IconAlertTriangle, IconCheck, IconCloudOff } from "@tabler/icons-react";
import { getErrorText, type ErrorCode } from "#domain/errors.ts";
import { findDifferingName } from "#domain/onboarding/prefill.ts";
import { isRegistryUnavailable, taxIdQuery, type TaxIdKind } from "#web/api/tax-ids.ts";
import type { TextColour } from "#web/ui/text.tsx";
import { Text } from "#web/ui/text.tsx";

interface TaxIdStatusProps {
  kind: TaxIdKind;
  number: string;
  /** The registered name as typed, to be compared with the register. */
  typedName?: unknown;
  /** What the number contradicts, whatever its state in the register. */
  mismatch?: ErrorCode | undefined;
}

export function TaxIdStatus({ kind, number, typedName, mismatch }: TaxIdStatusProps) {
  const { data, error, isPending } = useQuery(taxIdQuery({ kind, number }));
  if (mismatch)
    return (
      <RegisterResult icon={IconAlertTriangle} c="red">
        {getErrorText(mismatch).replace(/^\*/, "")}
      </RegisterResult>
    );
  if (isPending) return <span>Checking the register…</span>;
  if (error && isRegistryUnavailable(error))
    return (
      <RegisterResult icon={IconCloudOff} c="dimmed">
        The register is not available right now. You can continue; we will check again later.
      </RegisterResult>
    );
  if (error)
    return (
      <RegisterResult icon={IconAlertTriangle} c="red">
        {error.message.replace(/^\*/, "")}
      </RegisterResult>
    );
  const name = data.legal_name ?? data.registered_name ?? data.category;
  const isDiffering = typeof typedName === "string" && findDifferingName({ typed: typedName, answer: data });
  return (
    <>
      <RegisterResult icon={IconCheck} c="green">
        Active{name ? `: ${name}` : ""}
      </RegisterResult>
      {typedName !== undefined && data.address && (
        <Text component="span" c="dimmed" size="sm">
          Address in the register: {data.address}
        </Text>
      )}
      {isDiffering && (
        <RegisterResult icon={IconAlertTriangle} c="amber">
          Differs from the registered name {typedName}
        </RegisterResult>
      )}
    </>
  );
}

interface RegisterResultProps {
  icon: Icon;
  c: TextColour;
  children: ReactNode;
}

function RegisterResult({ icon: ResultIcon, c, children }: RegisterResultProps) {
  return (
    <Text component="span" c={c} size="sm">
      <ResultIcon size={18} aria-hidden="true" style={{ verticalAlign: "text-bottom" }} /> {children}
    </Text>
  );
}
