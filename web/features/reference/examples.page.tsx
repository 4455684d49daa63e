// §7 /docs/examples: the requests of the commonest integrations, the rate limits, and what every error code means.
import { errorCatalogue } from "#domain/errors.ts";
import * as limits from "#domain/limits.ts";
import { type GuideRequest, integrationGuides, type IntegrationGuide } from "#domain/integrations/guides.ts";
import { tokenAreas } from "#domain/integrations/token-areas.ts";
import { getPublicOrigin } from "#web/api/shell.ts";
import { formatGuideRequest } from "#web/features/reference/guide-request.ts";
import { Row, RowList } from "#web/ui/data/row-list.tsx";
import { Stack } from "#web/ui/layout.tsx";
import { CopyButton } from "#web/ui/copy-button.tsx";
import { Link } from "react-router";
import { Card, Page } from "#web/ui/page.tsx";
import { Text, Title } from "#web/ui/text.tsx";
import { FormattedText } from "#web/features/reference/formatted-text.tsx";
import styles from "#web/features/reference/api-reference.module.css";

export function ExamplesPage() {
  return (
    <div className={styles["frame"]}>
      <Page title="API examples">
        <Text c="dimmed">
          Requests of three common integrations. <Link to="/docs">API reference</Link>
        </Text>
        {integrationGuides.map((guide) => (
          <Guide key={guide.id} guide={guide} />
        ))}
        <RateLimits />
        <ErrorCodes />
      </Page>
    </div>
  );
}

function Guide({ guide: { id, title, text, token, requests, webhook } }: { guide: IntegrationGuide }) {
  return (
    <Card title={title} id={id} gap="md">
      <p>{text}</p>
      <p>{describeToken(token)}</p>
      {requests.map((request) => (
        <Request key={request.text} request={request} isPublic={token === null} />
      ))}
      {webhook && (
        <p>
          <strong>Webhook.</strong> <FormattedText text={webhook} />
        </p>
      )}
    </Card>
  );
}

function describeToken(token: IntegrationGuide["token"]): string {
  if (!token) return "No token is needed.";
  const areas = token.areas.map((area) => tokenAreas[area]).join(", ");
  return `Create a token at API tokens: role ${token.role}, limited to ${areas}${token.isReadOnly ? ", read only" : ""}.`;
}

function Request({ request, isPublic }: { request: GuideRequest; isPublic: boolean }) {
  const command = formatGuideRequest({ request, isPublic, origin: getPublicOrigin() });
  return (
    <Stack component="section" gap="xs">
      <p>{request.text}</p>
      <pre className={styles["example"]}>{command}</pre>
      <CopyButton text={command}>Copy</CopyButton>
      <Text c="dimmed">
        <FormattedText text={request.next} />
      </Text>
    </Stack>
  );
}

function RateLimits() {
  // By their names alone: the namespace as an object would have all limits in the scripts of every page.
  const person = limits.requestsPerPerson;
  const address = limits.requestsPerAddress;
  return (
    <Card title="Rate limits" id="rate-limits" gap="md">
      <p>
        Requests are limited in how many run at the same time, not in how many are sent in a minute. These are the
        defaults, which the operator of a server can change.
      </p>
      <Stack component="ul" gap="xs">
        <li>
          With a token or a login: {person.running} requests at a time, and {person.waiting} more wait.
        </li>
        <li>
          Without: {address.running} requests at a time from an address, and {address.waiting} more wait.
        </li>
        <li>
          Open streams and sockets: {limits.liveConnectionsPerPerson} of a token or user, and{" "}
          {limits.liveConnectionsPerAddress} from an address.
        </li>
      </Stack>
      <p>
        What does not start within {limits.requestWaitMs / 1_000} seconds, or exceeds the queue, gets status 429 with
        the code <code>TOO_MANY_REQUESTS</code> and the header <code>Retry-After</code>: wait for that many seconds,
        then repeat the request with the same <code>Idempotency-Key</code>, and send fewer at the same time. Too many
        streams or attempts get 429 with <code>REQUESTS_EXCEEDED</code>: wait until the time in{" "}
        <code>errors[0].extensions.reset</code>, or a minute without one. No header counts the remaining requests. Each
        reply has an <code>X-Request-Id</code> to name to support.
      </p>
    </Card>
  );
}

const errorCodes = Object.entries(errorCatalogue).toSorted(([a], [b]) => a.localeCompare(b));

function ErrorCodes() {
  return (
    <Card title="Errors" id="errors" gap="md">
      <p>
        An error has an HTTP status and a code, in <code>errors[0].extensions.code</code>. Codes are stable; texts may
        change. Repeat a request only after a status of 429 or 503, or without a reply, with the same{" "}
        <code>Idempotency-Key</code> and after the seconds in <code>Retry-After</code>.
      </p>
      <details className={styles["operation"]}>
        <summary>
          <Title order={3}>All {errorCodes.length} codes</Title>
        </summary>
        <div className={styles["body"]}>
          <RowList isFramed={false}>
            {errorCodes.map(([code, { status, text }]) => (
              <Row key={code} columns="300px 1fr">
                <span>
                  <code>{code}</code> {status}
                </span>
                <Text size="sm" c="dimmed">
                  {text.replace(/^\*/, "")}
                </Text>
              </Row>
            ))}
          </RowList>
        </div>
      </details>
    </Card>
  );
}
