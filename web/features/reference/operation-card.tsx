// One API operation; when opened, its parameters, request body, response and a curl example.
import { useState } from "react";
import { getPublicOrigin } from "#web/api/shell.ts";
import {
  type ApiDocument,
  type OperationRef,
  getReferenceName,
  getParameters,
  resolveSchema,
  type Schema,
  formatCurlCommand,
  formatSchemaType,
} from "#web/features/reference/openapi-document.ts";
import { FormattedText } from "#web/features/reference/formatted-text.tsx";
import { Badge } from "#web/ui/badge.tsx";
import { Group, Stack } from "#web/ui/layout.tsx";
import { Row, RowList } from "#web/ui/data/row-list.tsx";
import type { StatusColour } from "#web/ui/theme/status-colours.ts";
import { Text, Title } from "#web/ui/text.tsx";
import styles from "#web/features/reference/api-reference.module.css";

const methodColours: { [method: string]: StatusColour } = { GET: "blue", POST: "green", PATCH: "amber", DELETE: "red" };

export function OperationCard({ document, operation }: { document: ApiDocument; operation: OperationRef }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details className={styles["operation"]} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary aria-label={`${operation.method} ${operation.path}: ${operation.summary}`}>
        <span className={styles["method"]}>
          <Badge c={methodColours[operation.method] ?? "grey"}>{operation.method}</Badge>
        </span>
        <Stack component="span" gap="2xs">
          <Text component="strong">
            <code>{operation.path}</code>
          </Text>
          <Text component="span" size="sm" c="dimmed">
            {operation.summary}
          </Text>
        </Stack>
      </summary>
      {isOpen && <OperationDetails document={document} operation={operation} />}
    </details>
  );
}

function OperationDetails({ document, operation }: { document: ApiDocument; operation: OperationRef }) {
  const parameters = getParameters({ document, operation });
  const requestBody = Object.entries(operation.requestBody?.content ?? {})[0];
  const [response] = Object.entries(operation.responses["200"]?.content ?? {});
  return (
    <Stack gap="lg" className={styles["body"]}>
      {operation.description && (
        <p>
          <FormattedText text={operation.description} />
        </p>
      )}
      {parameters.length > 0 && (
        <PropertyRows
          title="Parameters"
          rows={parameters.map(({ name, description, required }) => ({
            name,
            text: description ?? "",
            isRequired: required === true,
          }))}
        />
      )}
      {requestBody && (
        <SchemaTable document={document} title={`Request body (${requestBody[0]})`} schema={requestBody[1].schema} />
      )}
      {response ? (
        <SchemaTable
          document={document}
          title={`Response (${response[0]})`}
          schema={unwrapDataSchema(response[1].schema)}
        />
      ) : (
        <p>Response: 204, no content.</p>
      )}
      <Stack component="section" gap="xs">
        <Title order={3}>Example (curl)</Title>
        <pre className={styles["example"]}>{formatCurlCommand({ document, operation, origin: getPublicOrigin() })}</pre>
      </Stack>
    </Stack>
  );
}

/** Most responses are `{ data }`: shows the schema of `data`. */
function unwrapDataSchema(schema: Schema): Schema {
  return schema.properties?.["data"] ?? schema;
}

function SchemaTable({ document, title, schema }: { document: ApiDocument; title: string; schema: Schema }) {
  const inner = schema.anyOf?.[0] ?? schema;
  const isList = inner.type === "array" && inner.items !== undefined;
  const shown = isList ? inner.items! : inner;
  const { properties, required = [] } = resolveSchema({ document, schema: shown });
  const name = shown.$ref ? getReferenceName(shown.$ref) : null;
  if (!properties || Object.keys(properties).length === 0)
    return (
      <p>
        {title}: {formatSchemaType(schema)}.
      </p>
    );
  const rows = Object.entries(properties).map(([field, of]) => ({
    name: field,
    text: [formatSchemaType(of), of.description].filter(Boolean).join(". "),
    isRequired: required.includes(field),
  }));
  return <PropertyRows title={`${title}${name ? `: ${isList ? "list of " : ""}${name}` : ""}`} rows={rows} />;
}

function PropertyRows({
  title,
  rows,
}: {
  title: string;
  rows: readonly { name: string; text: string; isRequired: boolean }[];
}) {
  return (
    <Stack component="section" gap="xs">
      <Title order={3}>{title}</Title>
      <RowList isFramed={false}>
        {rows.map(({ name, text, isRequired }) => (
          <Row key={name} columns="240px 1fr">
            <Group>
              <code>{name}</code>
              {isRequired && <Badge c="amber">required</Badge>}
            </Group>
            <Text size="sm" c="dimmed">
              <FormattedText text={text} />
            </Text>
          </Row>
        ))}
      </RowList>
    </Stack>
  );
}
