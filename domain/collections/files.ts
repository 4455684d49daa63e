// §7 /files and /folders: what is kept of an uploaded file, and where its people put it. The bytes are the file store's.
import { ownBranch, ownCompany, ownMade } from "#domain/access.ts";
import { collection, type Filter } from "#domain/collection.ts";
import { integer, json, many, one, oneByUuid, text, timestamp } from "#domain/fields.ts";
import { fileRules } from "#domain/rules/file.ts";
import { folderRules } from "#domain/rules/folder.ts";
import type { Who } from "#domain/roles.ts";

/** A company's folders; those of no company are the platform's, and nobody else's. */
export const Folders = collection("folders", {
  key: "uuid",
  system: true,
  fields: {
    name: text({ required: true, max: 255 }),
    parent: oneByUuid("folders", { onDelete: "cascade" }),
    company: one("Companies", { onDelete: "cascade", index: true }),
  },
  presets: { company: (who) => who.company },
  needs: ["parent"],
  facts: ["foldersAbove"],
  rules: folderRules,
  access: {
    read: { admin: ownCompany, manager: ownCompany, staff: ownCompany },
    create: { admin: ownCompany, manager: ownCompany },
    update: {
      admin: { rows: ownCompany, fields: ["name", "parent"] },
      manager: { rows: ownCompany, fields: ["name", "parent"] },
    },
    delete: { admin: ownCompany, manager: ownCompany },
  },
});

/** An admin's: what hangs on a branch of the company, and what they uploaded before they had one. */
function companyFiles(who: Who): Filter | false {
  const made = ownMade(who);
  return made && who.company !== null ? { _or: [{ branch: { company: { _eq: who.company } } }, made] } : made;
}
/** A gate's: the pictures one made there oneself. */
function madeInBranch(who: Who): Filter | false {
  const [made, here] = [ownMade(who), ownBranch(who)];
  return made && here && { _and: [made, here] };
}
/** What everybody is shown: logos of companies, banners of branches, pictures of vehicle types. */
const shownFiles = (): Filter => ({
  _or: [
    { logo_of: { status: { _eq: "published" } } },
    { banner_of: { branch: { status: { _eq: "published" } } } },
    { vehicle_type_of: { id: { _nnull: true } } },
  ],
});
const shownOrMade = (who: Who): Filter => ({ _or: [shownFiles(), ownMade(who) || { id: { _null: true } }] });
/** The verifier's: what vendors show of themselves, published or not yet, and the pictures of vehicle types they put in. */
const submittedOrMade = (who: Who): Filter => ({
  _or: [
    { document_of: { id: { _nnull: true } } },
    { logo_of: { id: { _nnull: true } } },
    { banner_of: { id: { _nnull: true } } },
    { vehicle_type_of: { id: { _nnull: true } } },
    ownMade(who) || { id: { _null: true } },
  ],
});
const shownFields = [
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
/** What people say of a file; the rest is what the server found in it. */
export const toldFields = [
  "filename_download",
  "title",
  "description",
  "location",
  "tags",
  "folder",
  "focal_point_x",
  "focal_point_y",
];

/** A file is seen by who made it and by the branch it belongs to, unless it is a picture that is shown to all. */
export const Files = collection("files", {
  key: "uuid",
  system: true,
  fields: {
    storage: text({ max: 50, default: "local", serverSet: true }),
    filename_disk: text({ max: 255, serverSet: true }),
    filename_download: text({ required: true, max: 255 }),
    title: text({ max: 255 }),
    type: text({ max: 100, serverSet: true }),
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
  },
  needs: ["folder", "branch"],
  rules: fileRules,
  access: {
    read: {
      admin: companyFiles,
      manager: ownBranch,
      staff: ownBranch,
      verifier: { rows: submittedOrMade, fields: shownFields },
      customer: { rows: shownOrMade, fields: shownFields },
      public: { rows: shownFiles, fields: shownFields },
    },
    create: {
      admin: { rows: ownMade, fields: toldFields },
      manager: { rows: madeInBranch, fields: toldFields },
      staff: { rows: madeInBranch, fields: toldFields },
      verifier: { rows: ownMade, fields: toldFields },
    },
    update: {
      admin: { rows: companyFiles, fields: toldFields },
      manager: { rows: ownBranch, fields: toldFields },
      staff: { rows: madeInBranch, fields: toldFields },
    },
    delete: { admin: companyFiles, manager: ownBranch },
  },
});
