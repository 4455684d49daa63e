// The QR code of a customer's visit or pass, as on its slip.
import type { ReactNode } from "react";
import { useQuery } from "@tanstack/react-query";
import { call } from "#web/api/call.ts";
import { Plate } from "#web/product/vehicles/plate.tsx";
import { QrCode } from "#web/ui/data/qr.tsx";
import { Stack } from "#web/ui/layout.tsx";
import { Sheet } from "#web/ui/overlays/sheet.tsx";
import { ErrorState, SkeletonRows } from "#web/ui/states.tsx";
import { Text } from "#web/ui/text.tsx";
import { t } from "#web/languages/t.ts";

interface QrSheetProps {
  /** P: visit, M: pass. */
  kind: "P" | "M";
  id: number;
  name: string;
  place: ReactNode;
  onClose: () => void;
}

export function QrSheet({ kind, id, name, place, onClose }: QrSheetProps) {
  const { data, error, refetch } = useQuery({
    queryKey: ["own-qr", kind, id],
    queryFn: async ({ signal }) => {
      const { qr } =
        kind === "P"
          ? await call({ route: "GET /actions/parking/:id/slip", id }, { signal })
          : await call({ route: "GET /actions/passes/:id", id }, { signal });
      return qr;
    },
  });
  return (
    <Sheet isOpen title={t("QR code for the gate")} onClose={onClose}>
      {error && !data ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <SkeletonRows count={2} />
      ) : (
        <Stack align="center" style={{ textAlign: "center" }}>
          <div>
            <Plate number={name} size="large" />
          </div>
          <QrCode text={data} label={t("QR code for the gate")} size="min(64vw, 280px)" />
          <Text c="dimmed">{place}</Text>
        </Stack>
      )}
    </Sheet>
  );
}
