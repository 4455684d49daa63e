// Whom a verifier can ask about a submission, and who signed its agreement.
import { useQuery } from "@tanstack/react-query";
import { findNearestCities, getMapUrl } from "#domain/branches/location/map.ts";
import type { Row } from "#domain/schema/collection.ts";
import { companyQuery } from "#web/features/platform/companies/companies-api.ts";
import { DateTime } from "#web/ui/data/date-time.tsx";
import { Stack } from "#web/ui/layout.tsx";
import { Card } from "#web/ui/page.tsx";
import { ErrorState, SkeletonRows } from "#web/ui/states.tsx";
import { Text } from "#web/ui/text.tsx";
import link from "#web/ui/links/text-link.module.css";

export function Applicant({ company, row }: { company: number; row: Row }) {
  const { data, error, refetch } = useQuery(companyQuery(company));
  const admins = data?.contacts.filter(({ status }) => status !== null);
  return (
    <Card title="Applicant">
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && !error && <SkeletonRows count={1} />}
      {admins?.length === 0 && <Text c="dimmed">The company has no admin yet.</Text>}
      {admins && admins.length > 0 && (
        <Stack component="ul" gap="sm" aria-label="Applicant">
          {admins.map(({ name, phone, email }) => (
            <li key={`${name} ${email}`}>
              <strong>{name}</strong>
              {phone && (
                <>
                  {" · "}
                  <a href={`tel:+91${phone}`}>{phone}</a>
                </>
              )}
              {email && (
                <>
                  {" · "}
                  <a href={`mailto:${email}`}>{email}</a>
                </>
              )}
            </li>
          ))}
        </Stack>
      )}
      <Signature row={row} />
      <MapLink row={row} />
    </Card>
  );
}

/** Of a branch; companies have no agreement. */
function Signature({ row: { agreement_accepted_at: at, agreement_accepted_by: by } }: { row: Row }) {
  if (typeof at !== "string") return null;
  return (
    <Text c="dimmed">
      Agreement accepted by {typeof by === "string" ? by : "an admin"}, <DateTime at={at} />
    </Text>
  );
}

/** Of a branch with a pin, so that the verifier compares it with the address. */
function MapLink({ row: { latitude, longitude } }: { row: Row }) {
  if (typeof latitude !== "string" || typeof longitude !== "string" || !latitude || !longitude) return null;
  const cities = findNearestCities({ latitude: Number(latitude), longitude: Number(longitude) });
  return (
    <Stack gap="2xs">
      <a className={link["link"]} href={getMapUrl({ latitude, longitude })} target="_blank" rel="noreferrer">
        Open the location in a map
      </a>
      <Text c="dimmed">Nearest city: {cities.map(({ name, kilometres }) => `${name}, ${kilometres} km`)[0]}</Text>
    </Stack>
  );
}
