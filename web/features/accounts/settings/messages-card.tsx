// §2 Account: messages that a customer wants, each with the date of the consent, which can be withdrawn.
import { useQuery } from "@tanstack/react-query";
import { messageConsentTexts, type MessageConsent } from "#domain/messages/message-consents.ts";
import { getKeys } from "#domain/object-keys.ts";
import { itemQuery, updateItem } from "#web/api/items.ts";
import { queryClient } from "#web/api/query-client.ts";
import { useRequiredSession } from "#web/api/use-session.ts";
import { DateTime } from "#web/ui/data/date-time.tsx";
import { Row, RowList } from "#web/ui/data/row-list.tsx";
import { showSuccess } from "#web/ui/feedback.ts";
import { AsyncButton } from "#web/ui/forms/async-button.tsx";
import { Card } from "#web/ui/page.tsx";
import { ErrorState, SkeletonRows } from "#web/ui/states.tsx";
import { Text } from "#web/ui/text.tsx";
import { t } from "#web/languages/t.ts";
import { tNodes } from "#web/languages/nodes.ts";

const consentsQuery = (id: string) => itemQuery("users", id, { fields: ["id", "message_consents"] });

export function MessagesCard({ verifiedPhone }: { verifiedPhone: string | null }) {
  const { user } = useRequiredSession();
  const { data, error, refetch } = useQuery(consentsQuery(user.id));
  const consents = data?.message_consents ?? [];

  async function save(changed: readonly MessageConsent[], text: string): Promise<void> {
    await updateItem("users", user.id, { message_consents: changed.map((consent) => ({ ...consent })) });
    await queryClient.invalidateQueries({ queryKey: consentsQuery(user.id).queryKey });
    showSuccess(text);
  }
  return (
    <Card title={t("Messages")}>
      <Text c="dimmed">
        {verifiedPhone
          ? t("SMS to {phone} that you choose to get. Codes, links and receipts are sent anyway.", {
              phone: verifiedPhone,
            })
          : t("These messages are SMS. Add your phone number to get them.")}
      </Text>
      {error && !data ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <SkeletonRows count={3} />
      ) : (
        <RowList isFramed={false} label={t("Messages")}>
          {getKeys(messageConsentTexts).map((kind) => {
            const title = t(messageConsentTexts[kind].title);
            const consent = consents.find((given) => given.kind === kind);
            const others = consents.filter((given) => given.kind !== kind);
            return (
              <Row
                key={kind}
                trailing={
                  consent ? (
                    <AsyncButton
                      variant="default"
                      aria-label={t("Turn off: {title}", { title })}
                      onPress={() => save(others, t("Consent withdrawn"))}
                    >
                      {t("Turn off")}
                    </AsyncButton>
                  ) : (
                    verifiedPhone !== null && (
                      <AsyncButton
                        variant="default"
                        aria-label={t("Turn on: {title}", { title })}
                        // The server sets the date.
                        onPress={() =>
                          save([...others, { kind, given_at: new Date().toISOString() }], t("Consent saved"))
                        }
                      >
                        {t("Turn on")}
                      </AsyncButton>
                    )
                  )
                }
              >
                <strong>{title}</strong>
                <Text c="dimmed" size="sm">
                  {t(messageConsentTexts[kind].text)}
                </Text>
                {consent && (
                  <Text size="sm">{tNodes("Consent given {time}", { time: <DateTime at={consent.given_at} /> })}</Text>
                )}
              </Row>
            );
          })}
        </RowList>
      )}
    </Card>
  );
}
