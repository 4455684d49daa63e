// All settings a person may open, with what each is for.
import { IconSettings } from "@tabler/icons-react";
import { useBranch, useRequiredSession } from "#web/api/use-session.ts";
import { useHasPage } from "#web/product/shell/has-page-context.ts";
import { getNavigationLinks } from "#web/product/shell/navigation.ts";
import { LinkTile } from "#web/ui/data/tile.tsx";
import { Grid } from "#web/ui/layout.tsx";
import { Page } from "#web/ui/page.tsx";
import { EmptyState } from "#web/ui/states.tsx";
import { t } from "#web/languages/t.ts";

export function SettingsPage() {
  const session = useRequiredSession();
  const { path } = useBranch();
  const links = getNavigationLinks({ session, hasPage: useHasPage() }).filter(({ group }) => group === "Settings");
  return (
    <Page title={t("Settings")}>
      {links.length === 0 ? (
        <EmptyState
          icon={IconSettings}
          title={t("No settings for you here")}
          text={t("Ask an admin to change a setting.")}
        />
      ) : (
        <Grid minColumnWidth={320}>
          {links.map((link) => (
            <LinkTile key={link.page} to={path(link.page)} icon={link.icon} title={link.label} text={link.text} />
          ))}
        </Grid>
      )}
    </Page>
  );
}
