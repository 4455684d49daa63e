// Fields with which a customer opens a ticket, and whose valet it is: for contracts, the server and the page, which loads no
// zod.
import { oneTimeCode, text } from "#domain/schema/fields.ts";

export const ticketSearch = text({
  label: "Phone or vehicle number",
  required: true,
  max: 20,
  message: "*Enter a valid phone or vehicle number",
});
/** Name of the meta element of the page that contains company and branch. */
export const valetMetaName = "valet";
/** Paths of the customer's pages at the valet, which have a document of their own: company, branch and page. */
export const customerDocumentPath = /^\/([^/]+)\/([^/]+)\/valet-parking\/customer\/(login|status)\/?$/;
export const ticketCode = oneTimeCode({ required: true });
