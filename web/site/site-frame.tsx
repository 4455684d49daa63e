// The HTML document of a public page: head, header, content and footer.
import type { ReactNode } from "react";
import { mapTilesMetaName, type MapTiles } from "#domain/branches/location/map-tiles.ts";
import { pictureSize } from "#domain/site/branch-picture.ts";
import { customerLogInLink, listFooterLinks, siteHeaderLinks } from "#domain/site/site-links.ts";
import type { SiteAssets, SiteHead, SiteOperator } from "#domain/site/site-document.ts";
import { Logo } from "#web/product/logo.tsx";
import { joinClassNames } from "#web/ui/class-names.ts";
import { getSpace, Group, Stack } from "#web/ui/layout.tsx";
import { Text } from "#web/ui/text.tsx";
import { deferLayout } from "#web/site/deferred-layout.ts";
import link from "#web/ui/links/text-link.module.css";
import layout from "#web/product/shell/public-layout.module.css";
import styles from "#web/site/site.module.css";

/** A head as text: structured data in JSON-LD. */
export type FrameHead = Omit<SiteHead, "structuredData"> & { structuredData: readonly string[] };

export interface SiteFrameProps {
  head: FrameHead;
  assets: SiteAssets;
  mapTiles: MapTiles | undefined;
  operator: SiteOperator;
  children: ReactNode;
}

export function SiteFrame({ head, assets, mapTiles, operator, children }: SiteFrameProps) {
  return (
    <html lang="en-IN">
      <head>
        <HeadTags head={head} />
        {mapTiles && <meta name={mapTilesMetaName} content={JSON.stringify(mapTiles)} />}
        <link rel="icon" type="image/svg+xml" href="/favicon.svg" />
        <link rel="manifest" href="/app.webmanifest" />
        <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
        {assets.fonts.map((font) => (
          <link key={font} rel="preload" href={font} as="font" type="font/woff2" crossOrigin="anonymous" />
        ))}
        {assets.styles.map((style) => (
          <link key={style} rel="stylesheet" href={style} />
        ))}
        <script src="/colour-scheme.js" />
        {assets.scripts.map((script) => (
          <script key={script} type="module" src={script} />
        ))}
      </head>
      <body className={layout["frame"]}>
        <a className={joinClassNames(styles["skip"], styles["button"])} href="#content">
          Skip to content
        </a>
        <Group component="header" justify="space-between" className={layout["header"]} data-crowded>
          <a href="/" className={joinClassNames(link["link"], layout["brand"])} aria-label="Chaavi home">
            <Logo />
          </a>
          <Group component="nav" gap="sm" aria-label="Main">
            {siteHeaderLinks.map(({ label, path }) => (
              <a key={path} href={path} className={link["link"]}>
                {label}
              </a>
            ))}
            {/* With a session the script makes it the link to the user's own pages. */}
            <a
              href={customerLogInLink.path}
              className={styles["button"]}
              style={{ paddingInline: getSpace("sm") }}
              data-account
            >
              {customerLogInLink.label}
            </a>
          </Group>
        </Group>
        <main id="content" className={layout["content"]} tabIndex={-1}>
          {children}
        </main>
        <Group component="footer" justify="space-between" className={layout["footer"]} style={deferLayout(310)}>
          <Stack gap="2xs">
            <Text size="sm" c="dimmed">
              Chaavi: parking and valet management
            </Text>
            <Operator operator={operator} />
          </Stack>
          <Group component="nav" gap="xl" aria-label="Footer">
            {listFooterLinks("customer").map(({ label, path }) => (
              <a key={path} href={path} className={link["link"]}>
                {label}
              </a>
            ))}
          </Group>
        </Group>
      </body>
    </html>
  );
}

function Operator({ operator: { name, phone, email } }: { operator: SiteOperator }) {
  return (
    <>
      {name !== null && (
        <Text size="sm" c="dimmed">
          Operated by {name}
        </Text>
      )}
      {(phone ?? email) !== null && (
        <Group gap="md">
          {phone !== null && (
            <a href={`tel:${phone.replaceAll(/[ -]/g, "")}`} className={link["link"]}>
              {phone}
            </a>
          )}
          {email !== null && (
            <a href={`mailto:${email}`} className={link["link"]}>
              {email}
            </a>
          )}
        </Group>
      )}
    </>
  );
}

function HeadTags({ head }: { head: FrameHead }) {
  const { title, description, keywords, canonical, isIndexed, image, structuredData } = head;
  return (
    <>
      <meta charSet="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
      <title>{title}</title>
      <meta name="description" content={description} />
      {keywords !== null && <meta name="keywords" content={keywords} />}
      {!isIndexed && <meta name="robots" content="noindex" />}
      <link rel="canonical" href={canonical} />
      <meta name="theme-color" media="(prefers-color-scheme: light)" content="#fbfaf7" />
      <meta name="theme-color" media="(prefers-color-scheme: dark)" content="#0e1320" />
      <meta property="og:type" content="website" />
      <meta property="og:site_name" content="Chaavi" />
      <meta property="og:locale" content="en_IN" />
      <meta property="og:title" content={title} />
      <meta property="og:description" content={description} />
      <meta property="og:url" content={canonical} />
      {image !== null && (
        <>
          <meta property="og:image" content={image} />
          <meta property="og:image:type" content="image/png" />
          <meta property="og:image:width" content={String(pictureSize.width)} />
          <meta property="og:image:height" content={String(pictureSize.height)} />
          <meta property="og:image:alt" content={title} />
          <meta name="twitter:card" content="summary_large_image" />
        </>
      )}
      {structuredData.map((text, index) => (
        <script key={index} type="application/ld+json" dangerouslySetInnerHTML={{ __html: text }} />
      ))}
    </>
  );
}
