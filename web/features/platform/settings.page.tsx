// /platform/settings: what holds for the whole product.
import { useQuery } from "@tanstack/react-query";
import { ConfigurationSettings } from "#domain/collections/reference.ts";
import { request } from "#web/items/client.ts";
import { FormField } from "#web/ui/form-field.tsx";
import { HelpAbout } from "#web/ui/help-note.tsx";
import { Card } from "#web/ui/page.tsx";
import { SettingsForm } from "#web/ui/settings-form.tsx";
import { ErrorState, SkeletonRows } from "#web/ui/states.tsx";
import { DeskFrame } from "#web/features/platform/desk-frame.tsx";
import { settingsQuery } from "#web/features/platform/settings.ts";
import styles from "#web/features/platform/platform.module.css";

const { support_phone, support_email, map_tiles, publishing_takes_two, vendor_agreement } =
  ConfigurationSettings.fields;
const publishing = { publishing_takes_two };
const reached = { support_phone, support_email };
const maps = { map_tiles };
const agreement = { vendor_agreement: { ...vendor_agreement, label: "Text" } };

const save = (changes: object) => request("/items/Configuration_Settings", { method: "PATCH", body: changes });

export function SettingsPage() {
  const { data, error, refetch } = useQuery(settingsQuery);
  return (
    <DeskFrame title="Settings">
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && !error && <SkeletonRows count={3} />}
      {data && (
        <div className={styles["settings"]} key={JSON.stringify(data)}>
          <Card>
            <div className={styles["head"]}>
              <h2 className={styles["heading"]}>Publishing</h2>
              <HelpAbout about="publishingTakesTwo" />
            </div>
            <SettingsForm fields={publishing} row={data} onSave={save}>
              <FormField
                name="publishing_takes_two"
                label="Publishing takes two persons"
                description="The first yes is kept and moves nothing; a second verifier has to say it too."
              />
            </SettingsForm>
          </Card>
          <Card>
            <h2 className={styles["heading"]}>Where people reach us</h2>
            <SettingsForm fields={reached} row={data} onSave={save}>
              <FormField name="support_phone" placeholder="044 4000 1234" />
              <FormField
                name="support_email"
                placeholder="help@chaavi.example"
                description="Shown on the pages of terms and privacy; messages of the public pages are mailed there too."
              />
            </SettingsForm>
          </Card>
          <Card>
            <h2 className={styles["heading"]}>Agreement with vendors</h2>
            <SettingsForm fields={agreement} row={data} onSave={save}>
              <FormField
                name="vendor_agreement"
                as="long-text"
                description="What a new branch accepts from now on; empty is the product's own text. Marks: <h2>, <h3>, <p>, <ul>, <ol>, <li>, <strong>, <em>. Who accepted before keeps the text they accepted."
              />
            </SettingsForm>
          </Card>
          <Card>
            <h2 className={styles["heading"]}>Maps</h2>
            <SettingsForm fields={maps} row={data} onSave={save}>
              <FormField name="map_tiles" placeholder="https://tiles.example/{z}/{x}/{y}.png" />
            </SettingsForm>
          </Card>
        </div>
      )}
    </DeskFrame>
  );
}
