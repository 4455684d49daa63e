// §7: a GraphQL document, read and checked before anything is asked: so long, so deep and so wide, and no more.
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
import { errors } from "#domain/errors.ts";
import { Refused } from "#server/items/refused.ts";

/** How much one document may ask for; what it brings is limited by the read path. */
export const documentLimits = {
  characters: 100_000,
  /** Of these the reading is broken off: what is longer costs everybody else. */
  tokens: 2_500,
  /** Fields in all, fragments opened; a tool that reads the schema needs about 150. */
  fields: 800,
  /** Fields of the root: each is a statement, or a transaction. */
  roots: 20,
  depth: 15,
  shownErrors: 10,
} as const;

/** Throws GRAPHQL_VALIDATION, as the wire contract has it: one error that holds what was found. */
export function refuseDocument(found: readonly GraphQLError[]): never {
  const told = found.slice(0, documentLimits.shownErrors).map(({ message, locations }) => ({
    message,
    ...(locations ? { locations: locations.map(({ line, column }) => ({ line, column })) } : {}),
  }));
  const message = `${errors.GRAPHQL_VALIDATION.text} ${found[0]?.message ?? ""}`.trim();
  throw new Refused([{ code: "GRAPHQL_VALIDATION", message, details: { errors: told } }]);
}

const remembered = new Map<string, DocumentNode>();
const mostRemembered = 200;
const longestRemembered = 5_000;

/** The document of a text, no larger than it may be; remembered, since a screen asks the same again and again. */
export function documentOf(text: string): DocumentNode {
  const known = remembered.get(text);
  if (known) return known;
  const document = parsed(text);
  refuseTooMuch(document);
  if (text.length <= longestRemembered) {
    if (remembered.size >= mostRemembered) remembered.delete(remembered.keys().next().value!);
    remembered.set(text, document);
  }
  return document;
}

const fits = new WeakMap<GraphQLSchema, WeakSet<DocumentNode>>();

/** Refuses a document that does not fit the schema. */
export function checkDocument({ schema, document }: { schema: GraphQLSchema; document: DocumentNode }): void {
  let known = fits.get(schema);
  if (!known) fits.set(schema, (known = new WeakSet()));
  if (known.has(document)) return;
  const found = validate(schema, document, undefined, { maxErrors: documentLimits.shownErrors });
  if (found.length > 0) refuseDocument(found);
  known.add(document);
}

function parsed(text: string): DocumentNode {
  if (text.length > documentLimits.characters)
    refuseDocument([new GraphQLError(`A query may have ${documentLimits.characters} characters.`)]);
  try {
    return parse(text, { maxTokens: documentLimits.tokens });
  } catch (error) {
    if (error instanceof GraphQLError) return refuseDocument([error]);
    throw error;
  }
}

interface Size {
  fields: number;
  depth: number;
  roots: number;
}

/** Before the schema is asked: checking a document that is far too large costs more than answering a good one. */
function refuseTooMuch(document: DocumentNode): void {
  const fragments = new Map<string, FragmentDefinitionNode>();
  for (const node of document.definitions)
    if (node.kind === Kind.FRAGMENT_DEFINITION) fragments.set(node.name.value, node);
  const sizes = new Map<string, Size>();
  let fields = 0;
  for (const node of document.definitions) {
    if (node.kind !== Kind.OPERATION_DEFINITION && node.kind !== Kind.FRAGMENT_DEFINITION) continue;
    const size = sizeOf({ set: node.selectionSet, fragments, sizes, open: new Set() });
    fields += node.kind === Kind.OPERATION_DEFINITION ? size.fields : 0;
    const isTooMuch =
      size.fields > documentLimits.fields ||
      fields > documentLimits.fields ||
      size.depth > documentLimits.depth ||
      (node.kind === Kind.OPERATION_DEFINITION && size.roots > documentLimits.roots);
    if (isTooMuch)
      refuseDocument([
        new GraphQLError(
          `A query may have ${documentLimits.fields} fields with its fragments opened, ${documentLimits.roots} at its root, nested ${documentLimits.depth} levels deep.`,
        ),
      ]);
  }
}

function sizeOf({
  set,
  fragments,
  sizes,
  open,
}: {
  set: SelectionSetNode;
  fragments: ReadonlyMap<string, FragmentDefinitionNode>;
  sizes: Map<string, Size>;
  /** The fragments we are in: one that holds itself is refused by validation, and counted once here. */
  open: ReadonlySet<string>;
}): Size {
  const whole: Size = { fields: 0, depth: 0, roots: 0 };
  for (const selection of set.selections) {
    if (selection.kind === Kind.FIELD) {
      whole.fields += 1;
      whole.roots += 1;
      const inner = selection.selectionSet
        ? sizeOf({ set: selection.selectionSet, fragments, sizes, open })
        : { fields: 0, depth: 0 };
      // Every field one steps into counts, those that tell of the schema too.
      whole.fields += inner.fields;
      whole.depth = Math.max(whole.depth, 1 + inner.depth);
      continue;
    }
    const name = selection.kind === Kind.FRAGMENT_SPREAD ? selection.name.value : undefined;
    const inner =
      name === undefined
        ? sizeOf({ set: (selection as { selectionSet: SelectionSetNode }).selectionSet, fragments, sizes, open })
        : sizeOfFragment({ name, fragments, sizes, open });
    whole.fields += inner.fields;
    whole.roots += inner.roots;
    whole.depth = Math.max(whole.depth, inner.depth);
  }
  return whole;
}

/** Once for each fragment: fragments that hold each other twice would otherwise be walked for ever. */
function sizeOfFragment({
  name,
  fragments,
  sizes,
  open,
}: Pick<Parameters<typeof sizeOf>[0], "fragments" | "sizes" | "open"> & { name: string }): Size {
  const known = sizes.get(name);
  if (known) return known;
  const fragment = fragments.get(name);
  if (!fragment || open.has(name)) return { fields: 0, depth: 0, roots: 0 };
  const size = sizeOf({ set: fragment.selectionSet, fragments, sizes, open: new Set([...open, name]) });
  sizes.set(name, size);
  return size;
}
