// §3: all collections by name, which is also the name of the table and of the wire contract.
import type { Collection, Fields } from "#domain/schema/collection.ts";
import type { CollectionName } from "#domain/schema/registry.ts";
import { CompanyNotes } from "#domain/platform/company-notes.collection.ts";
import { ChangeRequests } from "#domain/platform/change-requests.collection.ts";
import { SupportAccess } from "#domain/platform/support-access.collection.ts";
import { TwoPersonChanges } from "#domain/platform/two-person-changes.collection.ts";
import { Enquiries } from "#domain/platform/enquiries.collection.ts";
import { Attendance } from "#domain/people/attendance.collection.ts";
import * as branchParts from "#domain/branches/branch-configuration.collection.ts";
import { Branch } from "#domain/branches/branch.collection.ts";
import { CashHandovers } from "#domain/cash/cash-handovers.collection.ts";
import { CashShifts } from "#domain/cash/cash-shifts.collection.ts";
import { Companies } from "#domain/branches/companies.collection.ts";
import { CompanyBranchRegistrationCache } from "#domain/onboarding/registration-cache.collection.ts";
import { Offers, OfferUses } from "#domain/offers/offers.collection.ts";
import { SavedOffers } from "#domain/offers/saved-offers.collection.ts";
import { OnboardingDocuments } from "#domain/onboarding/documents.collection.ts";
import { OnboardingReviews } from "#domain/onboarding/reviews.collection.ts";
import { ReviewAssignments } from "#domain/onboarding/review-assignments.collection.ts";
import { Outbox } from "#domain/messages/outbox.collection.ts";
import { ParkingHistory, ParkingInformation, ParkingVehicleImages } from "#domain/parking/entries.collection.ts";
import { ParkingMainInformation } from "#domain/parking/visitor-records.collection.ts";
import { PaymentSettings } from "#domain/payments/payment-settings.collection.ts";
import { UnknownPayments } from "#domain/payments/online/unknown-payments.collection.ts";
import { PaymentAttempts, PaymentRefunds, Payments } from "#domain/payments/payments.collection.ts";
import { PreBookingInformation } from "#domain/pre-booking/pre-bookings.collection.ts";
import { Files, Folders } from "#domain/files/files.collection.ts";
import { SharedDevices } from "#domain/devices/shared-devices.collection.ts";
import { IntegrationTokens } from "#domain/integrations/integration-tokens.collection.ts";
import {
  WebhookDeliveries,
  WebhookEndpoints,
  WebhookEvents,
} from "#domain/integrations/webhooks/webhooks.collection.ts";
import { Mistakes } from "#domain/mistakes/mistakes.collection.ts";
import { PrintJobs, Printers } from "#domain/printing/printers.collection.ts";
import { Ratings } from "#domain/ratings/ratings.collection.ts";
import * as reference from "#domain/platform/reference.collection.ts";
import * as system from "#domain/platform/system.collection.ts";
import { ReportSchedules } from "#domain/reports/schedules/report-schedules.collection.ts";
import { SecurityEvents } from "#domain/security/security-events.collection.ts";
import { TariffVersions } from "#domain/tariffs/tariff-versions.collection.ts";
import { TaxInvoices } from "#domain/payments/tax-invoices.collection.ts";
import { Users } from "#domain/people/users.collection.ts";
import {
  ValetAndParkingHistory,
  ValetAndParkingInformation,
  ValetParkingVehicleImages,
} from "#domain/valet/tickets.collection.ts";
import { TipPayouts } from "#domain/valet/tips/tip-payouts.collection.ts";
import { BranchUnits, UnitMembers, VisitPermissions } from "#domain/visitors/units.collection.ts";
import { ValetChatMessages, ValetChats } from "#domain/valet/chat.collection.ts";

/** Ordered so that a table follows the tables it references, as far as possible. */
export const collections: readonly Collection[] = [
  system.Roles,
  Users,
  Folders,
  Files,
  system.Settings,
  reference.Areas,
  reference.TagsCategory,
  reference.VehicleType,
  reference.ParkingStatus,
  reference.ValetAndParkingStatus,
  reference.PreBookingStatus,
  reference.ConfigurationSettings,
  Companies,
  Branch,
  CompanyNotes,
  IntegrationTokens,
  WebhookEndpoints,
  WebhookEvents,
  WebhookDeliveries,
  Printers,
  PrintJobs,
  SharedDevices,
  branchParts.ParkingConfiguration,
  branchParts.ValetAndParkingConfiguration,
  branchParts.PreBookingConfiguration,
  branchParts.BranchTags,
  branchParts.BranchBannerImages,
  branchParts.SlotBlocks,
  branchParts.TimeCharges,
  TariffVersions,
  Offers,
  BranchUnits,
  UnitMembers,
  VisitPermissions,
  reference.AreaRequestList,
  OnboardingDocuments,
  OnboardingReviews,
  ReviewAssignments,
  ChangeRequests,
  TwoPersonChanges,
  SupportAccess,
  Enquiries,
  CompanyBranchRegistrationCache,
  ParkingMainInformation,
  ParkingInformation,
  ParkingHistory,
  ParkingVehicleImages,
  ValetAndParkingInformation,
  ValetAndParkingHistory,
  ValetParkingVehicleImages,
  ValetChats,
  ValetChatMessages,
  Ratings,
  Mistakes,
  PreBookingInformation,
  Attendance,
  CashShifts,
  CashHandovers,
  TipPayouts,
  PaymentSettings,
  PaymentAttempts,
  PaymentRefunds,
  UnknownPayments,
  OfferUses,
  SavedOffers,
  TaxInvoices,
  Payments,
  ReportSchedules,
  Outbox,
  SecurityEvents,
  system.Activity,
  system.Revisions,
  system.Presets,
];

const byName = new Map(collections.map((collection) => [collection.name, collection]));

export function findCollection(name: string): Collection | undefined {
  return byName.get(name);
}

/** The collection of that name, typed by its rows. */
export function getCollection<N extends CollectionName>(name: N): Collection<Fields, N> {
  const collection = byName.get(name);
  if (!hasName(collection, name)) throw new Error(`The collection ${name} is not registered.`);
  return collection;
}

function hasName<N extends string>(collection: Collection | undefined, name: N): collection is Collection<Fields, N> {
  return collection?.name === name;
}
