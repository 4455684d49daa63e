// One API operation; when opened, its parameters, request body, response and a curl example.
import { useState } from "react";
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
import styles from "#web/features/reference/api-reference.module.css";

export function OperationCard({ document, operation }: { document: ApiDocument; operation: OperationRef }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details className={styles["operation"]} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className={styles["summary"]}>
        <span className={`${styles["method"]} ${styles[operation.method.toLowerCase()] ?? ""}`}>
          {operation.method}
        </span>
        <span className={styles["operationText"]}>
          <code className={styles["path"]}>{operation.path}</code>
          <span className={styles["operationSummary"]}>{operation.summary}</span>
        </span>
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
    <div className={styles["body"]}>
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
      <section>
        <h3 className={styles["title"]}>Example (curl)</h3>
        <pre className={styles["example"]}>{formatCurlCommand({ document, operation, origin: location.origin })}</pre>
      </section>
    </div>
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
    <section>
      <h3 className={styles["title"]}>{title}</h3>
      <dl className={styles["rows"]}>
        {rows.map(({ name, text, isRequired }) => (
          <div key={name} className={styles["row"]}>
            <dt>
              <code>{name}</code>
              {isRequired && <span className={styles["required"]}>required</span>}
            </dt>
            <dd>
              <FormattedText text={text} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** Renders text between backticks as code. */
function FormattedText({ text }: { text: string }) {
  return text.split("`").map((part, index) => (index % 2 === 1 ? <code key={index}>{part}</code> : part));
}
