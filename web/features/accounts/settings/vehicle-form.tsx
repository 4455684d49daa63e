// §3 user_vehicles Account: one vehicle of a customer. A vehicle of another account asks for the code of a visit.
import { Button, TextInput } from "@mantine/core";
import { IconQrcode } from "@tabler/icons-react";
import { lazy, Suspense, useState } from "react";
import type { CustomerVehicle } from "#domain/accounts/customer.ts";
import { visitCodeDays } from "#domain/accounts/profile/own-vehicles.ts";
import { registeredVehicle } from "#domain/accounts/fields/account-fields.ts";
import { getErrorText } from "#domain/errors.ts";
import { checkField } from "#domain/schema/fields.ts";
import { hasErrorCode } from "#web/api/api-error.ts";
import { PlateInput } from "#web/product/vehicles/plate-input.tsx";
import { AsyncButton } from "#web/ui/forms/async-button.tsx";
import { Select } from "#web/ui/forms/select.tsx";
import { Group, Stack } from "#web/ui/layout.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { SkeletonRows } from "#web/ui/states.tsx";
import { t } from "#web/languages/t.ts";

// Rarely needed: reads QR codes.
const CodeCamera = lazy(async () => ({ default: (await import("#web/product/scan/scanner.tsx")).CodeCamera }));

interface VehicleFormProps {
  vehicle: CustomerVehicle | undefined;
  types: readonly { id: number; name: string }[];
  /** VISIT_CODE_REQUIRED, VISIT_CODE_INVALID, VEHICLE_ALREADY_EXIST. */
  onSave: (vehicle: CustomerVehicle & { code: string }) => Promise<void>;
  onRemove: (() => Promise<void>) | undefined;
}

export function VehicleForm({ vehicle, types, onSave, onRemove }: VehicleFormProps) {
  const [plate, setPlate] = useState(vehicle?.vehicleNo ?? "");
  const [type, setType] = useState(String(vehicle?.type ?? ""));
  const [error, setError] = useState<string>();
  /** Plate that another account has. */
  const [heldPlate, setHeldPlate] = useState<string>();
  const [code, setCode] = useState("");
  const [codeError, setCodeError] = useState<string>();

  async function save(visitCode: string): Promise<void> {
    const problem = checkField({ name: "vehicle", field: registeredVehicle, value: plate });
    setError(problem);
    setCodeError(undefined);
    if (problem !== undefined) return;
    try {
      await onSave({ vehicleNo: plate, type: type === "" ? null : Number(type), code: visitCode });
    } catch (thrown) {
      if (hasErrorCode(thrown, "VISIT_CODE_REQUIRED")) {
        // The first time the notice says it.
        if (heldPlate === plate) setCodeError(getErrorText("VISIT_CODE_REQUIRED"));
        setHeldPlate(plate);
      } else if (hasErrorCode(thrown, "VISIT_CODE_INVALID")) {
        setHeldPlate(plate);
        setCodeError(getErrorText("VISIT_CODE_INVALID"));
      } else throw thrown;
    }
  }

  return (
    <Stack>
      <PlateInput label={t("Vehicle number")} value={plate} error={error && t(error)} onChange={setPlate} required />
      <Select
        label={t("Vehicle type")}
        value={type}
        onChange={(event) => setType(event.currentTarget.value)}
        data={[
          { value: "", label: t("No type") },
          ...types.map(({ id, name }) => ({ value: String(id), label: t(name) })),
        ]}
      />
      {heldPlate === plate && plate !== "" && (
        <VisitCode
          code={code}
          error={codeError}
          onChange={setCode}
          onScan={(scanned) => {
            setCode(scanned);
            return save(scanned);
          }}
        />
      )}
      <AsyncButton color="marigold" size="lg" onPress={() => save(heldPlate === plate ? code : "")}>
        {t("Save vehicle")}
      </AsyncButton>
      {onRemove && (
        <AsyncButton variant="default" size="lg" onPress={onRemove}>
          {t("Remove vehicle")}
        </AsyncButton>
      )}
    </Stack>
  );
}

interface VisitCodeProps {
  code: string;
  error: string | undefined;
  onChange: (code: string) => void;
  onScan: (code: string) => Promise<void>;
}

function VisitCode({ code, error, onChange, onScan }: VisitCodeProps) {
  const [isScanning, setIsScanning] = useState(false);
  return (
    <>
      <Notice role="status">
        {t(
          "Another account has this vehicle. To add it here as well, scan the QR code of its parking slip or valet ticket, or paste the link of the SMS. The visit must be from the last {days} days.",
          { days: visitCodeDays },
        )}
      </Notice>
      {isScanning ? (
        <Suspense fallback={<SkeletonRows count={2} />}>
          <CodeCamera
            alternative={t("Paste the link of the SMS instead.")}
            onScan={async (scanned) => {
              setIsScanning(false);
              await onScan(scanned);
            }}
          />
        </Suspense>
      ) : (
        <Group>
          <Button
            variant="default"
            leftSection={<IconQrcode size={18} aria-hidden="true" />}
            onClick={() => setIsScanning(true)}
          >
            {t("Scan QR code")}
          </Button>
        </Group>
      )}
      <TextInput
        size="md"
        label={t("Code or link of the visit")}
        name="code"
        value={code}
        error={error && t(error)}
        autoComplete="off"
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    </>
  );
}
