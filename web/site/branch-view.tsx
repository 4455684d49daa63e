// §2 /{company}/{branch}/{service}/{companyType}/info: the public page of a branch.
import type { ReactNode } from "react";
import { IconClock, IconEyeOff, IconMapPin, IconPhone, IconStar } from "@tabler/icons-react";
import { weekdayNames, weekdays } from "#domain/branches/opening-hours.ts";
import { getDirectionsUrl } from "#domain/branches/location/map.ts";
import type { OpeningHours } from "#domain/branches/opening-hours.ts";
import { describeRatings } from "#domain/ratings/rating-summary.ts";
import type { BranchPage } from "#domain/site/site-data.ts";
import { siteServiceLabels } from "#domain/site/site-labels.ts";
import { describeSpace } from "#domain/site/space-text.ts";
import { describeStayErrors, formatStayFields } from "#domain/site/stay/stay-query.ts";
import { formatRupees } from "#domain/money.ts";
import { formatDuration } from "#domain/tariffs/describe-charge.ts";
import { Badge } from "#web/ui/badge.tsx";
import { KeyValue, KeyValueList } from "#web/ui/data/key-value-list.tsx";
import { Columns, Group, Stack } from "#web/ui/layout.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { Card } from "#web/ui/page.tsx";
import { Text, Title } from "#web/ui/text.tsx";
import { formatAddress, StayPrice } from "#web/site/branch-card.tsx";
import { BranchCards } from "#web/site/templates/branch-cards.tsx";
import { deferLayout, skipLayout } from "#web/site/deferred-layout.ts";
import { OfferList } from "#web/site/offers/offer-list.tsx";
import { RatingsCard } from "#web/site/ratings/ratings-card.tsx";
import { Breadcrumbs } from "#web/site/breadcrumbs.tsx";
import { CardIconDrawings } from "#web/site/card-icons.tsx";
import { CompanyLogo } from "#web/site/company-logo.tsx";
import { PlaceMap } from "#web/site/place-map.tsx";
import { SpaceBadge } from "#web/site/space-badge.tsx";
import { StayForm, StayNotice } from "#web/site/stay-form.tsx";
import { UsualSpace } from "#web/site/usual-space.tsx";
import styles from "#web/site/site.module.css";

export function BranchView({ page, now }: { page: BranchPage; now: Date }) {
  const { branch, banners, similar, preview } = page;
  return (
    <Stack gap="lg" className={styles["section"]} data-service={page.service}>
      {preview && (
        <Notice icon={IconEyeOff} role="status">
          Preview: not published. Only the people who configure this branch see this page.
        </Notice>
      )}
      <CardIconDrawings />
      <Breadcrumbs links={page.breadcrumbs} />
      <Stack gap="xs">
        <CompanyLogo id={page.logo} company={branch.company} previewToken={preview?.token} />
        <Title order={1}>{branch.name}</Title>
        <Text c="dimmed">
          {branch.company} · {formatAddress(branch)}
        </Text>
        <Group gap="xs">
          {branch.space && (
            <SpaceBadge id={branch.id} space={branch.space} text={describeSpace({ space: branch.space, now })} />
          )}
          {branch.rating && (
            <Badge c="grey" icon={IconStar}>
              {describeRatings(branch.rating)}
            </Badge>
          )}
          <Badge c={page.isOpenNow ? "green" : "red"} icon={IconClock}>
            {page.isOpenNow ? "Open now" : "Closed now"}
          </Badge>
          {!page.isOpenNow && page.nextOpening !== null && <Text component="span">{page.nextOpening}</Text>}
        </Group>
        <Contact page={page} />
      </Stack>
      {banners.length > 0 && (
        <div className={styles["strip"]}>
          {banners.map((id, index) => (
            <img
              key={id}
              src={`/assets/${id}?key=system-large-cover${preview ? `&preview=${preview.token}` : ""}`}
              alt={`${branch.name}, ${index + 1} of ${banners.length}`}
              width={800}
              height={800}
              loading={index === 0 ? "eager" : "lazy"}
            />
          ))}
        </div>
      )}
      <Columns template="3fr 2fr">
        <Stack gap="lg">
          <StayCard page={page} />
          {page.offers.length > 0 && !preview && (
            <Card title="Offers" gap="md">
              <OfferList offers={page.offers} level={3} />
            </Card>
          )}
          <TariffCard page={page} />
          {page.questions.length > 0 && <QuestionsCard questions={page.questions} />}
          <RatingsCard page={page} />
        </Stack>
        <Stack gap="lg" style={deferLayout(2_000)}>
          <HoursCard hours={page.hours} />
          {page.usualSpace && <UsualSpace shares={page.usualSpace} />}
          {branch.amenities.length > 0 && (
            <Card title="At this place" style={skipLayout(160)}>
              <Group component="ul" gap="xs">
                {branch.amenities.map((amenity) => (
                  <li key={amenity} className={styles["chip"]}>
                    {amenity}
                  </li>
                ))}
              </Group>
            </Card>
          )}
          {page.passes.length > 0 && (
            <Card title="Passes" style={skipLayout(160)}>
              <KeyValueList layout="spread">
                {page.passes.map(({ label, price }) => (
                  <KeyValue key={label} label={label}>
                    {formatRupees(price)}
                  </KeyValue>
                ))}
              </KeyValueList>
            </Card>
          )}
          {(branch.point ?? similar.some(({ point }) => point)) && (
            <Card title="Map" style={skipLayout(420)}>
              <PlaceMap branches={[branch, ...similar]} />
            </Card>
          )}
          <HowToCard hasValet={branch.hasValet} takesOnlinePayment={branch.takesOnlinePayment} />
          {!preview && (
            <Group>
              <a className={styles["button"]} href={`/report-mistake/${branch.id}`} rel="nofollow">
                Report a mistake
              </a>
            </Group>
          )}
        </Stack>
      </Columns>
      {similar.length > 0 && (
        <Stack component="section" aria-label="Other places near" style={deferLayout(1_260)}>
          <Title>Other places near</Title>
          <BranchCards branches={similar} firstNumber={2} now={now} />
        </Stack>
      )}
    </Stack>
  );
}

function Contact({ page: { branch, valetNumber, services, service } }: { page: BranchPage }) {
  const { point } = branch;
  return (
    <Group gap="sm">
      {point && (
        <a className={styles["button"]} href={getDirectionsUrl(point)} rel="noreferrer">
          <IconMapPin size={20} aria-hidden="true" />
          Directions
        </a>
      )}
      {valetNumber !== null && (
        <a className={styles["button"]} href={`tel:+91${valetNumber}`}>
          <IconPhone size={20} aria-hidden="true" />
          Call the valet desk
        </a>
      )}
      {services
        .filter(({ label }) => label !== siteServiceLabels[service])
        .map(({ label, path }) => (
          <a key={path} className={styles["button"]} href={path}>
            {label} here
          </a>
        ))}
    </Group>
  );
}

function StayCard({ page }: { page: BranchPage }) {
  const { branch, stayErrors, vehicleType, vehicleTypes, preview } = page;
  return (
    <Card title="Your stay" gap="md">
      {stayErrors && <StayNotice>{describeStayErrors(page)}</StayNotice>}
      <StayPrice branch={branch} />
      {!branch.isOpenOnArrival && (
        <Text c="red" fw="medium">
          Closed at your arrival.
        </Text>
      )}
      <StayForm
        action={preview?.path ?? branch.path}
        {...formatStayFields(page)}
        errors={stayErrors}
        vehicleType={vehicleType}
        vehicleTypes={vehicleTypes}
        submitLabel="Show the price"
      >
        {preview && <input type="hidden" name="token" value={preview.token} />}
      </StayForm>
    </Card>
  );
}

function formatTablePrice({ price, isLowest }: { price: number; isLowest: boolean }): string {
  if (price === 0) return isLowest ? "Free for some" : "Free";
  return `${isLowest ? "from " : ""}${formatRupees(price)}`;
}

function TariffCard({ page: { branch, tariff, prices } }: { page: BranchPage }) {
  const highest = Math.max(1, ...prices.map(({ price }) => price));
  return (
    <Card title="Prices" gap="md" style={deferLayout(560)}>
      {tariff.length === 0 && <Text>This branch has published no prices.</Text>}
      {tariff.map(({ vehicle, sentences }) => (
        <Stack key={vehicle} gap="2xs">
          {tariff.length > 1 && <Title order={3}>{vehicle}</Title>}
          <Stack component="ul" gap="2xs">
            {sentences.map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </Stack>
        </Stack>
      ))}
      {prices.length > 0 && (
        <table className={styles["chart"]}>
          <caption>Price by length of stay{branch.chargesGst ? ", GST included" : ""}</caption>
          <thead>
            <tr>
              <th scope="col">Stay</th>
              <th scope="col" colSpan={2}>
                Price
              </th>
            </tr>
          </thead>
          <tbody>
            {prices.map(({ minutes, price, isLowest }) => (
              <tr key={minutes}>
                <th scope="row">{formatDuration(minutes)}</th>
                <td className="figures-end">{formatTablePrice({ price, isLowest })}</td>
                <td aria-hidden="true">
                  <span style={{ width: `${Math.round((price / highest) * 100)}%` }} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Card>
  );
}

function HoursCard({ hours }: { hours: OpeningHours | null }) {
  return (
    <Card title="Opening hours" style={skipLayout(260)}>
      {hours === null ? (
        <Text>Open at all hours</Text>
      ) : (
        <KeyValueList>
          {weekdays.map((day) => (
            <KeyValue key={day} label={weekdayNames[day]}>
              {hours[day].length === 0 ? "Closed" : hours[day].map(({ from, until }) => `${from}–${until}`).join(", ")}
            </KeyValue>
          ))}
        </KeyValueList>
      )}
    </Card>
  );
}

function QuestionsCard({ questions }: Pick<BranchPage, "questions">) {
  return (
    <Card title="Questions and answers" gap="md" style={deferLayout(400)}>
      {questions.map(({ question, answer }) => (
        <Stack key={question} gap="2xs">
          <Title order={3}>{question}</Title>
          <Text>{answer}</Text>
        </Stack>
      ))}
    </Card>
  );
}

function HowToCard({ hasValet, takesOnlinePayment }: { hasValet: boolean; takesOnlinePayment: boolean }) {
  const steps: ReactNode[] = [
    hasValet
      ? "Hand over the key, or drive in and give your vehicle number at the gate."
      : "Drive in and give your vehicle number and phone number at the gate.",
    "You get a slip with your slot, receipt number and entry time. No app is needed.",
    takesOnlinePayment
      ? "Pay by cash at the gate, or online from the link on your slip."
      : "Pay at the gate when you leave.",
  ];
  return (
    <Card title="How to come in" style={skipLayout(260)}>
      <Stack component="ol" gap="xs" className={styles["steps"]}>
        {steps.map((step, index) => (
          <li key={index}>{step}</li>
        ))}
      </Stack>
    </Card>
  );
}
