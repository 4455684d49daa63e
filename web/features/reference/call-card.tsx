// One call: its address, and once opened what it takes, what it answers, and how to try it.
import { useState } from "react";
import {
  type ApiDocument,
  type Call,
  nameOf,
  parametersOf,
  resolved,
  type Schema,
  shellText,
  typeText,
} from "#web/features/reference/document.ts";
import styles from "#web/features/reference/reference.module.css";

export function CallCard({ document, call }: { document: ApiDocument; call: Call }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details className={styles["call"]} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className={styles["summary"]}>
        <span className={`${styles["method"]} ${styles[call.method.toLowerCase()] ?? ""}`}>{call.method}</span>
        <span className={styles["what"]}>
          <code className={styles["path"]}>{call.path}</code>
          <span className={styles["does"]}>{call.summary}</span>
        </span>
      </summary>
      {isOpen && <CallBody document={document} call={call} />}
    </details>
  );
}

function CallBody({ document, call }: { document: ApiDocument; call: Call }) {
  const parameters = parametersOf({ document, call });
  const sent = Object.entries(call.requestBody?.content ?? {})[0];
  const [answered] = Object.entries(call.responses["200"]?.content ?? {});
  return (
    <div className={styles["body"]}>
      {call.description && (
        <p>
          <Prose text={call.description} />
        </p>
      )}
      {parameters.length > 0 && (
        <Rows
          title="In the address"
          rows={parameters.map(({ name, description, required }) => ({
            name,
            text: description ?? "",
            isNeeded: required === true,
          }))}
        />
      )}
      {sent && <Shape document={document} title={`Sent (${sent[0]})`} schema={sent[1].schema} />}
      {answered ? (
        <Shape document={document} title={`Answered (${answered[0]})`} schema={dataOf(answered[1].schema)} />
      ) : (
        <p>Answers 204 with nothing in it.</p>
      )}
      <section>
        <h3 className={styles["title"]}>In a shell</h3>
        <pre className={styles["shell"]}>{shellText({ document, call, origin: location.origin })}</pre>
      </section>
    </div>
  );
}

/** Nearly every answer is `{ data }`: what is in it is what one wants to know. */
function dataOf(schema: Schema): Schema {
  return schema.properties?.["data"] ?? schema;
}

function Shape({ document, title, schema }: { document: ApiDocument; title: string; schema: Schema }) {
  const inner = schema.anyOf?.[0] ?? schema;
  const isList = inner.type === "array" && inner.items !== undefined;
  const shown = isList ? inner.items! : inner;
  const { properties, required = [] } = resolved({ document, schema: shown });
  const name = shown.$ref ? nameOf(shown.$ref) : null;
  if (!properties || Object.keys(properties).length === 0)
    return (
      <p>
        {title}: {typeText(schema)}.
      </p>
    );
  const rows = Object.entries(properties).map(([field, of]) => ({
    name: field,
    text: [typeText(of), of.description].filter(Boolean).join(". "),
    isNeeded: required.includes(field),
  }));
  return <Rows title={`${title}${name ? `: ${isList ? "a list of " : ""}${name}` : ""}`} rows={rows} />;
}

function Rows({ title, rows }: { title: string; rows: readonly { name: string; text: string; isNeeded: boolean }[] }) {
  return (
    <section>
      <h3 className={styles["title"]}>{title}</h3>
      <dl className={styles["rows"]}>
        {rows.map(({ name, text, isNeeded }) => (
          <div key={name} className={styles["row"]}>
            <dt>
              <code>{name}</code>
              {isNeeded && <span className={styles["needed"]}>needed</span>}
            </dt>
            <dd>
              <Prose text={text} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** What stands between backticks is code. */
function Prose({ text }: { text: string }) {
  return text.split("`").map((part, at) => (at % 2 === 1 ? <code key={at}>{part}</code> : part));
}
