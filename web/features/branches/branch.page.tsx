// §2 /configurations/branch and its sections: details, services, hours and other settings of a branch.
import type { WireRow } from "#domain/schema/registry.ts";
import { useQuery } from "@tanstack/react-query";
import { IconArrowLeft, IconCar, IconCreditCard, IconKey } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { useParams } from "react-router";
import { can } from "#domain/access/capabilities.ts";
import { parseOpeningHours } from "#domain/branches/opening-hours.ts";
import { itemQuery } from "#web/api/items.ts";
import { useLiveCollections } from "#web/api/live-updates.ts";
import { useBranch, useRequiredSession } from "#web/api/use-session.ts";
import { ButtonLink } from "#web/ui/button-link.tsx";
import { NotFoundPage } from "#web/ui/errors/not-found.page.tsx";
import { Card, Page } from "#web/ui/page.tsx";
import { ErrorState, SkeletonRows } from "#web/ui/states.tsx";
import { AmenitiesSection } from "#web/features/branches/amenities.tsx";
import { BannersSection } from "#web/features/branches/banners.tsx";
import { ConfigurationHistory } from "#web/features/branches/history.tsx";
import { OpeningHoursSection } from "#web/features/branches/opening-hours.tsx";
import { MessageTemplatesSection } from "#web/features/branches/message-templates.tsx";
import { DiscountLimitsSection } from "#web/features/branches/discount-limits.tsx";
import { PaymentChannelsSection } from "#web/features/branches/payment-channels.tsx";
import { PublicPageSection } from "#web/features/branches/public-page.tsx";
import { QuestionsSection } from "#web/features/branches/questions.tsx";
import { RolePermissionsSection } from "#web/features/branches/role-permissions.tsx";
import { SharedDevicesSection } from "#web/features/branches/shared-devices.tsx";
import { ServicesSection } from "#web/features/branches/services.tsx";
import { TagsSection } from "#web/features/branches/tags.tsx";
import { VerifiedDetails } from "#web/features/branches/verified-details.tsx";
import { Columns, Stack } from "#web/ui/layout.tsx";

type BranchRow = WireRow<"Branch">;

function useBranchRow() {
  const { branch } = useBranch();
  useLiveCollections("Branch", "Change_Requests");
  return useQuery(itemQuery("Branch", branch.id, { fields: ["*"] }));
}

const sections: { readonly [edit: string]: (args: { row: BranchRow; zone: string }) => ReactNode } = {
  details: ({ row, zone }) => <VerifiedDetails kind="branch" row={row} company={row.company} zone={zone} />,
  services: () => <ServicesSection />,
  hours: ({ row, zone }) => (
    <OpeningHoursSection branch={row.id} hours={parseOpeningHours(row["opening_hours"]) ?? null} zone={zone} />
  ),
  amenities: ({ row }) => <AmenitiesSection branch={row.id} amenities={row.amenities ?? []} />,
  tags: ({ row }) => <TagsSection branch={row.id} />,
  "public-page": ({ row }) => <PublicPageSection row={row} />,
  questions: ({ row }) => <QuestionsSection branch={row.id} stored={row.questions} />,
  banners: ({ row }) => <BannersSection branch={row.id} />,
  permissions: ({ row }) => (
    <Stack>
      <RolePermissionsSection branch={row.id} stored={row.capability_exceptions} />
      <DiscountLimitsSection branch={row.id} stored={row.discount_limits} />
    </Stack>
  ),
  "payment-channels": ({ row }) => <PaymentChannelsSection row={row} />,
  devices: () => <SharedDevicesSection />,
  texts: ({ row }) => <MessageTemplatesSection branch={row} />,
  history: () => <ConfigurationHistory menu="branch" isExpanded />,
};

export function BranchSettingsPage() {
  const { data: row, error, refetch } = useBranchRow();
  const { zone } = useBranch();
  const canConfigurePermissions = can(useRequiredSession(), "permission.configure");
  if (!row)
    return (
      <Page title="Branch settings">
        {error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <SkeletonRows count={6} />}
      </Page>
    );
  const renderSection = (edit: string): ReactNode => sections[edit]!({ row, zone });
  return (
    <Page title="Branch settings">
      <Columns template="1fr 1fr">
        <Stack>
          {renderSection("details")}
          {renderSection("services")}
          {renderSection("payment-channels")}
          {renderSection("amenities")}
          {renderSection("tags")}
          {renderSection("banners")}
        </Stack>
        <Stack>
          {renderSection("public-page")}
          {renderSection("questions")}
          {renderSection("hours")}
          {renderSection("texts")}
          {renderSection("devices")}
          {canConfigurePermissions && renderSection("permissions")}
          <RelatedSettings />
          <ConfigurationHistory menu="branch" isExpanded={false} />
        </Stack>
      </Columns>
    </Page>
  );
}

export function BranchSectionPage() {
  const { edit = "" } = useParams();
  const { path, zone } = useBranch();
  const { data: row, error, refetch } = useBranchRow();
  const canConfigurePermissions = can(useRequiredSession(), "permission.configure");
  const isAvailable = Object.hasOwn(sections, edit) && (edit !== "permissions" || canConfigurePermissions);
  const section = isAvailable ? sections[edit] : undefined;
  if (!section) return <NotFoundPage />;
  return (
    <Page
      title="Branch settings"
      actions={
        <ButtonLink
          to={path("configurations/branch")}
          variant="default"
          leftSection={<IconArrowLeft size={18} aria-hidden="true" />}
        >
          All branch settings
        </ButtonLink>
      }
    >
      {error && !row && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!row && !error && <SkeletonRows count={4} />}
      {row && <Stack width="form">{section({ row, zone })}</Stack>}
    </Page>
  );
}

/** Links to settings on separate pages. */
function RelatedSettings() {
  const { path, branch } = useBranch();
  const session = useRequiredSession();
  const pages = [
    {
      page: "configurations/parking",
      label: "Check-in fields, slots and tariffs",
      icon: IconCar,
      isShown: branch.is_parking,
    },
    {
      page: "configurations/valet-parking",
      label: "Valet number, tickets and tariffs",
      icon: IconKey,
      isShown: branch.is_valet_and_parking,
    },
    {
      page: "configurations/payments",
      label: "Online payments and GST",
      icon: IconCreditCard,
      isShown: can(session, "payment.configure"),
    },
  ];
  return (
    <Card title="Other settings">
      <Stack>
        {pages
          .filter(({ isShown }) => isShown)
          .map(({ page, label, icon: PageIcon }) => (
            <ButtonLink
              key={page}
              to={path(page)}
              variant="default"
              leftSection={<PageIcon size={20} aria-hidden="true" />}
              justify="flex-start"
            >
              {label}
            </ButtonLink>
          ))}
      </Stack>
    </Card>
  );
}
