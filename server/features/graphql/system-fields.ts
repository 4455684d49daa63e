// §7: fields of /graphql/system besides the collections: log-in, current user, server information. Each calls an
// internal route and exists only if the route does.
import {
  GraphQLBoolean,
  type GraphQLFieldConfig,
  type GraphQLFieldConfigArgumentMap,
  GraphQLFloat,
  GraphQLID,
  GraphQLInt,
  GraphQLNonNull,
  GraphQLObjectType,
  type GraphQLOutputType,
  GraphQLString,
} from "graphql";
import { getCollection } from "#domain/collections.ts";
import type { GraphqlContext } from "#server/items/graphql/context.ts";
import { getInputType, toPayload } from "#server/items/graphql/inputs.ts";
import { JsonScalar } from "#server/items/graphql/scalars.ts";
import type { AdditionalRootFields } from "#server/items/graphql/schema.ts";
import { buildListQuery } from "#server/items/graphql/selection.ts";
import type { TypeRegistry } from "#server/items/graphql/type-registry.ts";
import { getOwnUserType } from "#server/items/graphql/types.ts";
import { ownUserCollection } from "#server/items/access/own-user.ts";
import { throwApiError } from "#server/items/api-error.ts";
import type { RouteList } from "#server/http/route-list.ts";

type RootField = GraphQLFieldConfig<unknown, GraphqlContext>;

/**
 * A field that calls an internal route: `:name` in the URL is replaced by that argument; the other arguments form the
 * body.
 */
interface SystemField {
  method: "GET" | "POST" | "PATCH";
  url: string;
  type: GraphQLOutputType;
  args?: GraphQLFieldConfigArgumentMap;
  requiresUser?: boolean;
}

const text = { type: GraphQLString };
const requiredText = { type: new GraphQLNonNull(GraphQLString) };
const requiredId = { type: new GraphQLNonNull(GraphQLID) };

const tokens = new GraphQLObjectType({
  name: "auth_tokens",
  fields: { access_token: text, expires: { type: GraphQLFloat }, refresh_token: text },
});
const tfaSecret = new GraphQLObjectType({
  name: "users_me_tfa_generate_data",
  fields: { secret: text, otpauth_url: text },
});

const queries: { [field: string]: SystemField } = {
  server_ping: { method: "GET", url: "/server/ping", type: GraphQLString },
  server_info: { method: "GET", url: "/server/info", type: JsonScalar },
  server_health: { method: "GET", url: "/server/health", type: JsonScalar },
  server_specs_oas: { method: "GET", url: "/server/specs/oas", type: JsonScalar },
  server_specs_graphql: { method: "GET", url: "/server/specs/graphql", type: GraphQLString },
  collections: { method: "GET", url: "/collections", type: JsonScalar },
  collections_by_name: { method: "GET", url: "/collections/:name", type: JsonScalar, args: { name: requiredText } },
  fields: { method: "GET", url: "/fields", type: JsonScalar },
  fields_in_collection: {
    method: "GET",
    url: "/fields/:collection",
    type: JsonScalar,
    args: { collection: requiredText },
  },
  fields_by_name: {
    method: "GET",
    url: "/fields/:collection/:field",
    type: JsonScalar,
    args: { collection: requiredText, field: requiredText },
  },
  relations: { method: "GET", url: "/relations", type: JsonScalar },
  relations_in_collection: {
    method: "GET",
    url: "/relations/:collection",
    type: JsonScalar,
    args: { collection: requiredText },
  },
  permissions_me: { method: "GET", url: "/permissions/me", type: JsonScalar, requiresUser: true },
  roles_me: { method: "GET", url: "/roles/me", type: JsonScalar, requiresUser: true },
  policies_me_globals: { method: "GET", url: "/policies/me/globals", type: JsonScalar },
};

const mutations: { [field: string]: SystemField } = {
  auth_login: {
    method: "POST",
    url: "/auth/login",
    type: tokens,
    args: { email: requiredText, password: requiredText, mode: text, otp: text },
  },
  auth_refresh: { method: "POST", url: "/auth/refresh", type: tokens, args: { refresh_token: text, mode: text } },
  auth_logout: { method: "POST", url: "/auth/logout", type: GraphQLBoolean, args: { refresh_token: text, mode: text } },
  auth_password_request: {
    method: "POST",
    url: "/auth/password/request",
    type: GraphQLBoolean,
    args: { email: requiredText, reset_url: text },
  },
  auth_password_reset: {
    method: "POST",
    url: "/auth/password/reset",
    type: GraphQLBoolean,
    args: { token: requiredText, password: requiredText },
  },
  users_me_tfa_generate: {
    method: "POST",
    url: "/users/me/tfa/generate",
    type: tfaSecret,
    args: { password: requiredText },
    requiresUser: true,
  },
  users_me_tfa_enable: {
    method: "POST",
    url: "/users/me/tfa/enable",
    type: GraphQLBoolean,
    args: { secret: requiredText, otp: requiredText },
    requiresUser: true,
  },
  users_me_tfa_disable: {
    method: "POST",
    url: "/users/me/tfa/disable",
    type: GraphQLBoolean,
    args: { otp: requiredText },
    requiresUser: true,
  },
  users_invite: {
    method: "POST",
    url: "/users/invite",
    type: GraphQLBoolean,
    args: { email: requiredText, role: requiredId, invite_url: text },
    requiresUser: true,
  },
  users_invite_accept: {
    method: "POST",
    url: "/users/invite/accept",
    type: GraphQLBoolean,
    args: { token: requiredText, password: requiredText },
  },
  utils_sort: {
    method: "POST",
    url: "/utils/sort/:collection",
    type: GraphQLBoolean,
    args: { collection: requiredText, item: requiredId, to: requiredId },
    requiresUser: true,
  },
  utils_revert: {
    method: "POST",
    url: "/utils/revert/:revision",
    type: GraphQLBoolean,
    args: { revision: requiredId },
    requiresUser: true,
  },
  utils_random_string: {
    method: "GET",
    url: "/utils/random/string?length=:length",
    type: GraphQLString,
    args: { length: { type: GraphQLInt, default: { value: 32 } } },
  },
};

/** Returns a factory of the fields for given permissions; it is called after all routes are registered. */
export function createSystemFields(routes: RouteList): AdditionalRootFields {
  const toRootFields = ({ calls, types }: { calls: { [field: string]: SystemField }; types: TypeRegistry }) =>
    Object.fromEntries(
      Object.entries(calls)
        .filter(
          ([, call]) =>
            routes.has({ method: call.method, url: toRoutePattern(call.url) }) &&
            (types.permissions.isAuthenticated || !call.requiresUser),
        )
        .map(([name, call]) => [name, toRootField(call)]),
    );
  return (types) => ({
    query: { ...toRootFields({ calls: queries, types }), ...ownUserQuery(types) },
    mutation: { ...toRootFields({ calls: mutations, types }), ...ownUserMutation({ routes, types }) },
  });
}

const toRoutePattern = (url: string): string => url.split("?")[0]!;

function toRootField({ method, url, type, args = {} }: SystemField): RootField {
  return {
    type,
    args,
    resolve: async (_root, fieldArgs: { [name: string]: unknown }, context) => {
      const body = { ...fieldArgs };
      const targetUrl = url.replace(/:(\w+)/g, (_, name: string) => {
        const value = encodeURIComponent(String(body[name]));
        delete body[name];
        return value;
      });
      const result = await context.callRoute({ method, url: targetUrl, ...(method === "GET" ? {} : { body }) });
      return type === GraphQLBoolean ? true : result;
    },
  };
}

function ownUserQuery(types: TypeRegistry): { [name: string]: RootField } {
  if (!types.permissions.isAuthenticated) return {};
  return {
    users_me: {
      type: getOwnUserType(types),
      resolve: async (_root, _args, context, info) => {
        const raw = buildListQuery({ collection: ownUserCollection, info, args: { limit: 1 } });
        const [row] = await context.read({ collection: ownUserCollection, raw });
        return row ?? throwApiError("INVALID_CREDENTIALS");
      },
    },
  };
}

function ownUserMutation({ routes, types }: { routes: RouteList; types: TypeRegistry }): { [name: string]: RootField } {
  const targetUrl = { method: "PATCH", url: "/users/me" } as const;
  const users = getCollection("users");
  if (!types.permissions.isAuthenticated || !types.permissions.get("users")?.update || !routes.has(targetUrl))
    return {};
  return {
    update_users_me: {
      type: getOwnUserType(types),
      args: { data: { type: new GraphQLNonNull(getInputType({ types, collection: users, operation: "update" })) } },
      resolve: async (_root, { data }, context, info) => {
        await context.callRoute({ ...targetUrl, body: toPayload({ collection: users, data }) });
        const raw = buildListQuery({ collection: ownUserCollection, info, args: { limit: 1 } });
        const [row] = await context.read({ collection: ownUserCollection, raw });
        return row ?? throwApiError("INVALID_CREDENTIALS");
      },
    },
  };
}
