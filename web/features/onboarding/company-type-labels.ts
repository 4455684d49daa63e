// Company types as an owner calls them, in the registration, its summary and its correction.
import { humanize } from "#domain/text/labels.ts";

const labels: { readonly [type: string]: string } = {
  single_organization: "Company",
  individual: "Individual owner",
};

export function getCompanyTypeLabel(type: unknown): string {
  return labels[String(type)] ?? humanize(String(type));
}
