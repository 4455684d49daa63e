// Logo of a company on its public pages, on white in both colour schemes, as logos are mostly drawn for paper.

interface CompanyLogoProps {
  /** Id of the file; nothing is shown without one. */
  id: string | null;
  company: string;
  /** Of the preview of a page that is not published. */
  previewToken?: string | undefined;
}

const side = 64;

export function CompanyLogo({ id, company, previewToken }: CompanyLogoProps) {
  if (id === null) return null;
  return (
    <img
      src={`/assets/${id}?key=system-medium-contain${previewToken === undefined ? "" : `&preview=${previewToken}`}`}
      alt={`Logo of ${company}`}
      width={side}
      height={side}
      style={{ objectFit: "contain", background: "var(--plate-white)", borderRadius: "var(--radius-small)" }}
    />
  );
}
