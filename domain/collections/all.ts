// §3: every collection, by its name on the wire, which is also its table's.
import { ChangeRequests } from "#domain/collections/change-requests.ts";
import { Enquiries } from "#domain/collections/enquiries.ts";
import type { Collection } from "#domain/collection.ts";
import { Attendance } from "#domain/collections/attendance.ts";
import * as branchParts from "#domain/collections/branch-parts.ts";
import { Branch } from "#domain/collections/branch.ts";
import { CashShifts } from "#domain/collections/cash-shifts.ts";
import { Companies } from "#domain/collections/companies.ts";
import { CompanyBranchRegistrationCache } from "#domain/collections/company-branch-registration-cache.ts";
import { OnboardingDocuments } from "#domain/collections/onboarding-documents.ts";
import { OnboardingReviews } from "#domain/collections/onboarding-reviews.ts";
import { Outbox } from "#domain/collections/outbox.ts";
import { ParkingHistory, ParkingInformation, ParkingVehicleImages } from "#domain/collections/parking-information.ts";
import { ParkingMainInformation } from "#domain/collections/parking-main-information.ts";
import { PaymentSettings } from "#domain/collections/payment-settings.ts";
import { PaymentAttempts, PaymentRefunds, Payments } from "#domain/collections/payments.ts";
import { PreBookingInformation } from "#domain/collections/pre-booking-information.ts";
import { Files, Folders } from "#domain/collections/files.ts";
import { IntegrationTokens } from "#domain/collections/integration-tokens.ts";
import * as reference from "#domain/collections/reference.ts";
import * as system from "#domain/collections/system.ts";
import { TaxInvoices } from "#domain/collections/tax-invoices.ts";
import { Users } from "#domain/collections/users.ts";
import {
  ValetAndParkingHistory,
  ValetAndParkingInformation,
  ValetParkingVehicleImages,
} from "#domain/collections/valet-and-parking-information.ts";
import { ValetChatMessages, ValetChats } from "#domain/collections/valet-chat.ts";

/** In an order in which a table comes after those it points to, as far as there is one. */
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
  reference.ConfigurationSettings,
  Companies,
  Branch,
  IntegrationTokens,
  branchParts.ParkingConfiguration,
  branchParts.ValetAndParkingConfiguration,
  branchParts.PreBookingConfiguration,
  branchParts.BranchTags,
  branchParts.BranchBannerImages,
  branchParts.SlotBlocks,
  branchParts.TimeCharges,
  reference.AreaRequestList,
  OnboardingDocuments,
  OnboardingReviews,
  ChangeRequests,
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
  PreBookingInformation,
  Attendance,
  CashShifts,
  PaymentSettings,
  PaymentAttempts,
  PaymentRefunds,
  TaxInvoices,
  Payments,
  Outbox,
  system.Activity,
  system.Revisions,
  system.Presets,
] as unknown as Collection[];

const byName = new Map(collections.map((declared) => [declared.name, declared]));

export function collectionNamed(name: string): Collection | undefined {
  return byName.get(name);
}
