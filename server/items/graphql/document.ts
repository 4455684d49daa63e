// §7: parses and validates GraphQL documents, with limits on length, depth and number of fields.
import { LRUCache } from "lru-cache";
import {
  type DocumentNode,
  type FragmentDefinitionNode,
  GraphQLError,
  type GraphQLSchema,
  Kind,
  parse,
  type SelectionSetNode,
  validate,
} from "graphql";
import { errorCatalogue } from "#domain/errors.ts";
import { ApiError } from "#server/items/api-error.ts";

/** Limits of a document; the size of the result is limited by the read path. */
export const documentLimits = {
  characters: 100_000,
  /** Parsing stops at this number, to limit the CPU time of a document. */
  tokens: 2_500,
  /** Total fields with expanded fragments; an introspection query needs about 150. */
  fields: 800,
  /** Root fields; each is a statement or a transaction. */
  roots: 20,
  depth: 15,
  shownErrors: 10,
} as const;

/** Throws a single GRAPHQL_VALIDATION error that contains the problems, as in the wire contract. */
export function throwInvalidDocument(problems: readonly GraphQLError[]): never {
  const errors = problems.slice(0, documentLimits.shownErrors).map(({ message, locations }) => ({
    message,
    ...(locations ? { locations: locations.map(({ line, column }) => ({ line, column })) } : {}),
  }));
  const message = `${errorCatalogue.GRAPHQL_VALIDATION.text} ${problems[0]?.message ?? ""}`.trim();
  throw new ApiError([{ code: "GRAPHQL_VALIDATION", message, details: { errors } }]);
}

const documentCache = new LRUCache<string, DocumentNode>({ max: 200 });
const maxCachedLength = 5_000;

/** Parses a document within the limits; cached, since pages repeat the same queries. */
export function parseDocument(text: string): DocumentNode {
  const cached = documentCache.get(text);
  if (cached) return cached;
  const document = parseWithLimits(text);
  assertDocumentSize(document);
  if (text.length <= maxCachedLength) documentCache.set(text, document);
  return document;
}

const validatedDocuments = new WeakMap<GraphQLSchema, WeakSet<DocumentNode>>();

/** Throws unless the document is valid for the schema. */
export function assertValidDocument({ schema, document }: { schema: GraphQLSchema; document: DocumentNode }): void {
  let validDocuments = validatedDocuments.get(schema);
  if (!validDocuments) validatedDocuments.set(schema, (validDocuments = new WeakSet()));
  if (validDocuments.has(document)) return;
  const problems = validate(schema, document, undefined, { maxErrors: documentLimits.shownErrors });
  if (problems.length > 0) throwInvalidDocument(problems);
  validDocuments.add(document);
}

function parseWithLimits(text: string): DocumentNode {
  if (text.length > documentLimits.characters)
    throwInvalidDocument([new GraphQLError(`A query may have ${documentLimits.characters} characters.`)]);
  try {
    return parse(text, { maxTokens: documentLimits.tokens });
  } catch (error) {
    if (error instanceof GraphQLError) return throwInvalidDocument([error]);
    throw error;
  }
}

interface DocumentSize {
  fields: number;
  depth: number;
  roots: number;
}

/** Runs before validation, which would be expensive for a document that is far too large. */
function assertDocumentSize(document: DocumentNode): void {
  const fragments = new Map<string, FragmentDefinitionNode>();
  for (const node of document.definitions)
    if (node.kind === Kind.FRAGMENT_DEFINITION) fragments.set(node.name.value, node);
  const sizes = new Map<string, DocumentSize>();
  let fields = 0;
  for (const node of document.definitions) {
    if (node.kind !== Kind.OPERATION_DEFINITION && node.kind !== Kind.FRAGMENT_DEFINITION) continue;
    const size = measureSelection({ set: node.selectionSet, fragments, sizes, enclosingFragments: new Set() });
    fields += node.kind === Kind.OPERATION_DEFINITION ? size.fields : 0;
    const isTooLarge =
      size.fields > documentLimits.fields ||
      fields > documentLimits.fields ||
      size.depth > documentLimits.depth ||
      (node.kind === Kind.OPERATION_DEFINITION && size.roots > documentLimits.roots);
    if (isTooLarge)
      throwInvalidDocument([
        new GraphQLError(
          `A query may have ${documentLimits.fields} fields with its fragments opened, ${documentLimits.roots} at its root, nested ${documentLimits.depth} levels deep.`,
        ),
      ]);
  }
}

function measureSelection({
  set,
  fragments,
  sizes,
  enclosingFragments,
}: {
  set: SelectionSetNode;
  fragments: ReadonlyMap<string, FragmentDefinitionNode>;
  sizes: Map<string, DocumentSize>;
  /** Names of the enclosing fragments; a recursive fragment is counted once here and rejected by validation. */
  enclosingFragments: ReadonlySet<string>;
}): DocumentSize {
  const total: DocumentSize = { fields: 0, depth: 0, roots: 0 };
  for (const selection of set.selections) {
    if (selection.kind === Kind.FIELD) {
      total.fields += 1;
      total.roots += 1;
      const inner = selection.selectionSet
        ? measureSelection({ set: selection.selectionSet, fragments, sizes, enclosingFragments })
        : { fields: 0, depth: 0 };
      // Nested fields count, including those of introspection.
      total.fields += inner.fields;
      total.depth = Math.max(total.depth, 1 + inner.depth);
      continue;
    }
    const name = selection.kind === Kind.FRAGMENT_SPREAD ? selection.name.value : undefined;
    const inner =
      name === undefined
        ? measureSelection({
            set: (selection as { selectionSet: SelectionSetNode }).selectionSet,
            fragments,
            sizes,
            enclosingFragments,
          })
        : measureFragment({ name, fragments, sizes, enclosingFragments });
    total.fields += inner.fields;
    total.roots += inner.roots;
    total.depth = Math.max(total.depth, inner.depth);
  }
  return total;
}

/** Measures each fragment once; otherwise nested fragments would take exponential time. */
function measureFragment({
  name,
  fragments,
  sizes,
  enclosingFragments,
}: Pick<Parameters<typeof measureSelection>[0], "fragments" | "sizes" | "enclosingFragments"> & {
  name: string;
}): DocumentSize {
  const cached = sizes.get(name);
  if (cached) return cached;
  const fragment = fragments.get(name);
  if (!fragment || enclosingFragments.has(name)) return { fields: 0, depth: 0, roots: 0 };
  const size = measureSelection({
    set: fragment.selectionSet,
    fragments,
    sizes,
    enclosingFragments: new Set([...enclosingFragments, name]),
  });
  sizes.set(name, size);
  return size;
}
