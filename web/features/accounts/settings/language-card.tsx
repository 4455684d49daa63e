// §2 Account: the language of the interface.
import { t } from "#web/languages/t.ts";
import { LanguageSelect } from "#web/product/shell/language-select.tsx";
import { Card } from "#web/ui/page.tsx";
import { Text } from "#web/ui/text.tsx";

export function LanguageCard() {
  return (
    <Card title={t("Language")}>
      <Text c="dimmed">
        {t(
          "On every device where you log in, and in emails to customers. SMS and some pages for managers are in English.",
        )}
      </Text>
      <LanguageSelect />
    </Card>
  );
}
