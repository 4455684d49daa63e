import type { SiteLink } from "#domain/site/site-data.ts";
import { Group } from "#web/ui/layout.tsx";
import link from "#web/ui/links/text-link.module.css";

export function Breadcrumbs({ links }: { links: readonly SiteLink[] }) {
  return (
    <nav aria-label="Breadcrumbs">
      <Group component="ol" gap="xs">
        {links.map(({ label, path }, index) => (
          <li key={path}>
            {index > 0 && <span aria-hidden="true">› </span>}
            <a className={link["link"]} href={path} aria-current={index === links.length - 1 ? "page" : undefined}>
              {label}
            </a>
          </li>
        ))}
      </Group>
    </nav>
  );
}
