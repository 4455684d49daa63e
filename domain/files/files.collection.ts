// §7 /files and /folders: metadata of uploaded files and their folders. The content is in the file store.
import { sanitizeFileName } from "#domain/files/file-name.ts";
import { byScope, ownBranch, ownCompany, ownCreated } from "#domain/access/row-filters.ts";
import { defineCollection, type Filter } from "#domain/schema/collection.ts";
import { choice, integer, json, many, one, oneByUuid, text, timestamp } from "#domain/schema/fields.ts";
import { fileRules } from "#domain/files/file.ts";
import { branchFilePurposes, filePurposes } from "#domain/files/file-purpose.ts";
import { folderRules } from "#domain/files/folder.ts";
import type { Actor } from "#domain/access/roles.ts";

const foldersFields = {
  name: text({ required: true, max: 255 }),
  parent: oneByUuid("folders", { onDelete: "cascade" }),
  company: one("Companies", { onDelete: "cascade", index: true }),
};

/** Folders of a company; folders without a company belong to the platform only. */
export const Folders = defineCollection("folders", {
  keyType: "uuid",
  isSystem: true,
  fields: foldersFields,
  createDefaults: { company: (actor) => actor.company },
  include: ["parent"],
  lookups: ["parentFolders"],
  rules: folderRules,
  access: {
    read: { "file.read": ownCompany },
    create: { "file.manage": ownCompany },
    update: { "file.manage": { rows: ownCompany, fields: ["name", "parent"] } },
    delete: { "file.manage": ownCompany },
  },
});

/** Files of an admin: shared files of the company's branches, onboarding documents, and own uploads. */
function inOwnCompanyFiles(actor: Actor): Filter | false {
  const createdBySelf = ownCreated(actor);
  const purpose = { _in: [...branchFilePurposes, "onboarding_document"] };
  return createdBySelf && actor.company !== null
    ? { _or: [{ _and: [{ branch: { company: { _eq: actor.company } } }, { purpose }] }, createdBySelf] }
    : createdBySelf;
}
/** Shared files of the branch, and own uploads at the branch. */
function inOwnBranchFiles(actor: Actor): Filter | false {
  const [createdBySelf, branchFilter] = [ownCreated(actor), ownBranch(actor)];
  return (
    createdBySelf &&
    branchFilter && { _and: [branchFilter, { _or: [{ purpose: { _in: [...branchFilePurposes] } }, createdBySelf] }] }
  );
}
const inOwnFiles = byScope({ company: inOwnCompanyFiles, branch: inOwnBranchFiles });
/** Own uploads at the branch. */
function createdInOwnBranch(actor: Actor): Filter | false {
  const [createdBySelf, branchFilter] = [ownCreated(actor), ownBranch(actor)];
  return createdBySelf && branchFilter && { _and: [createdBySelf, branchFilter] };
}
/** Public files: company logos, branch banners, images of vehicle types, pictures of offers on public pages. */
const publicFiles = (): Filter => ({
  _or: [
    { logo_of: { status: { _eq: "published" } } },
    { banner_of: { branch: { status: { _eq: "published" } } } },
    { vehicle_type_of: { id: { _nnull: true } } },
    { offer_of: { _and: [{ is_listed: { _eq: true } }, { state: { _eq: "running" } }] } },
  ],
});
const publicOrOwnFiles = (actor: Actor): Filter => ({
  _or: [publicFiles(), ownCreated(actor) || { id: { _null: true } }],
});
/**
 * Files of a verifier: documents, logos and banners of vendors, published or not, images of vehicle types, and own
 * uploads.
 */
const submittedOrOwnFiles = (actor: Actor): Filter => ({
  _or: [
    { document_of: { id: { _nnull: true } } },
    { logo_of: { id: { _nnull: true } } },
    { banner_of: { id: { _nnull: true } } },
    { vehicle_type_of: { id: { _nnull: true } } },
    ownCreated(actor) || { id: { _null: true } },
  ],
});
const publicFileFields = [
  "id",
  "title",
  "description",
  "type",
  "width",
  "height",
  "filesize",
  "filename_download",
  "focal_point_x",
  "focal_point_y",
];
/** Fields set by users; the others are derived from the content by the server. */
export const fileMetadataFields = [
  "filename_download",
  "title",
  "description",
  "location",
  "tags",
  "folder",
  "focal_point_x",
  "focal_point_y",
];

const filesFields = {
  storage: text({ max: 50, default: "local", serverSet: true }),
  filename_disk: text({ max: 255, serverSet: true }),
  filename_download: text({ required: true, max: 255, normalise: sanitizeFileName }),
  title: text({ max: 255 }),
  type: text({ max: 100, serverSet: true }),
  purpose: choice(filePurposes, { required: true, default: "unassigned", serverSet: true }),
  folder: oneByUuid("folders", { onDelete: "set null" }),
  branch: one("Branch", { onDelete: "cascade", serverSet: true }),
  uploaded_by: oneByUuid("users", { onDelete: "set null", serverSet: true }),
  created_on: timestamp({ serverSet: true }),
  modified_by: oneByUuid("users", { onDelete: "set null", serverSet: true }),
  modified_on: timestamp({ serverSet: true }),
  charset: text({ max: 50, serverSet: true }),
  filesize: integer({ serverSet: true }),
  width: integer({ serverSet: true }),
  height: integer({ serverSet: true }),
  duration: integer({ serverSet: true }),
  embed: text({ max: 200, serverSet: true }),
  description: text({ max: 1000 }),
  location: text({ max: 255 }),
  tags: json(),
  metadata: json({ serverSet: true }),
  focal_point_x: integer({ min: 0 }),
  focal_point_y: integer({ min: 0 }),
  uploaded_on: timestamp({ serverSet: true }),
  logo_of: many("Companies", "company_logo"),
  banner_of: many("Branch_Banner_Images", "image"),
  vehicle_type_of: many("Vehicle_Type", "vehicle_image"),
  document_of: many("Onboarding_Documents", "file"),
  offer_of: many("Offers", "offer_image"),
};

/** A file can be read by its uploader and by those its purpose is meant for; public images by everybody. */
export const Files = defineCollection("files", {
  keyType: "uuid",
  isSystem: true,
  fields: filesFields,
  include: ["folder", "branch"],
  rules: fileRules,
  access: {
    read: {
      "file.read": inOwnFiles,
      "platform.review": { rows: submittedOrOwnFiles, fields: publicFileFields },
      "account.manage": { rows: publicOrOwnFiles, fields: publicFileFields },
      "directory.read": { rows: publicFiles, fields: publicFileFields },
    },
    create: {
      "file.upload": {
        rows: byScope({ company: ownCreated, branch: createdInOwnBranch }),
        fields: fileMetadataFields,
      },
      "platform.review": { rows: ownCreated, fields: fileMetadataFields },
    },
    update: {
      "file.manage": { rows: inOwnFiles, fields: fileMetadataFields },
      "file.upload": { rows: byScope({ branch: createdInOwnBranch }), fields: fileMetadataFields },
    },
    delete: { "file.manage": inOwnFiles },
  },
});

declare module "#domain/schema/registry.ts" {
  interface CollectionRegistry {
    folders: WithUuidKey<typeof foldersFields>;
    files: WithUuidKey<typeof filesFields>;
  }
}
