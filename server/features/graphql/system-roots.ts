// §7: the fields of /graphql/system that are no rows: log in, who am I, what the server says of itself. Each asks the address
// of ours that does it, and is there only where that address is.
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
import type { Collection } from "#domain/collection.ts";
import { collectionNamed } from "#domain/collections/all.ts";
import type { Door } from "#server/items/graphql/door.ts";
import { inputType, sentRow } from "#server/items/graphql/inputs.ts";
import { Json } from "#server/items/graphql/scalars.ts";
import type { MoreRoots } from "#server/items/graphql/schema.ts";
import { listQuery } from "#server/items/graphql/selection.ts";
import type { Types } from "#server/items/graphql/made-types.ts";
import { ownUserType } from "#server/items/graphql/types.ts";
import { ownUser } from "#server/items/own-user.ts";
import { refuse } from "#server/items/refused.ts";
import type { RouteList } from "#server/services/route-list.ts";

type Root = GraphQLFieldConfig<unknown, Door>;

/** One field that stands for one of our addresses: `:name` in it is the argument of that name, the rest is its body. */
interface Call {
  method: "GET" | "POST" | "PATCH";
  url: string;
  type: GraphQLOutputType;
  args?: GraphQLFieldConfigArgumentMap;
  isForSomebody?: boolean;
}

const text = { type: GraphQLString };
const needed = { type: new GraphQLNonNull(GraphQLString) };
const neededId = { type: new GraphQLNonNull(GraphQLID) };

const tokens = new GraphQLObjectType({
  name: "auth_tokens",
  fields: { access_token: text, expires: { type: GraphQLFloat }, refresh_token: text },
});
const tfaSecret = new GraphQLObjectType({
  name: "users_me_tfa_generate_data",
  fields: { secret: text, otpauth_url: text },
});

const queries: { [field: string]: Call } = {
  server_ping: { method: "GET", url: "/server/ping", type: GraphQLString },
  server_info: { method: "GET", url: "/server/info", type: Json },
  server_health: { method: "GET", url: "/server/health", type: Json },
  server_specs_oas: { method: "GET", url: "/server/specs/oas", type: Json },
  server_specs_graphql: { method: "GET", url: "/server/specs/graphql", type: GraphQLString },
  collections: { method: "GET", url: "/collections", type: Json },
  collections_by_name: { method: "GET", url: "/collections/:name", type: Json, args: { name: needed } },
  fields: { method: "GET", url: "/fields", type: Json },
  fields_in_collection: { method: "GET", url: "/fields/:collection", type: Json, args: { collection: needed } },
  fields_by_name: {
    method: "GET",
    url: "/fields/:collection/:field",
    type: Json,
    args: { collection: needed, field: needed },
  },
  relations: { method: "GET", url: "/relations", type: Json },
  relations_in_collection: { method: "GET", url: "/relations/:collection", type: Json, args: { collection: needed } },
  permissions_me: { method: "GET", url: "/permissions/me", type: Json, isForSomebody: true },
  roles_me: { method: "GET", url: "/roles/me", type: Json, isForSomebody: true },
  policies_me_globals: { method: "GET", url: "/policies/me/globals", type: Json },
};

const mutations: { [field: string]: Call } = {
  auth_login: {
    method: "POST",
    url: "/auth/login",
    type: tokens,
    args: { email: needed, password: needed, mode: text, otp: text },
  },
  auth_refresh: { method: "POST", url: "/auth/refresh", type: tokens, args: { refresh_token: text, mode: text } },
  auth_logout: { method: "POST", url: "/auth/logout", type: GraphQLBoolean, args: { refresh_token: text, mode: text } },
  auth_password_request: {
    method: "POST",
    url: "/auth/password/request",
    type: GraphQLBoolean,
    args: { email: needed, reset_url: text },
  },
  auth_password_reset: {
    method: "POST",
    url: "/auth/password/reset",
    type: GraphQLBoolean,
    args: { token: needed, password: needed },
  },
  users_me_tfa_generate: {
    method: "POST",
    url: "/users/me/tfa/generate",
    type: tfaSecret,
    args: { password: needed },
    isForSomebody: true,
  },
  users_me_tfa_enable: {
    method: "POST",
    url: "/users/me/tfa/enable",
    type: GraphQLBoolean,
    args: { secret: needed, otp: needed },
    isForSomebody: true,
  },
  users_me_tfa_disable: {
    method: "POST",
    url: "/users/me/tfa/disable",
    type: GraphQLBoolean,
    args: { otp: needed },
    isForSomebody: true,
  },
  users_invite: {
    method: "POST",
    url: "/users/invite",
    type: GraphQLBoolean,
    args: { email: needed, role: neededId, invite_url: text },
    isForSomebody: true,
  },
  users_invite_accept: {
    method: "POST",
    url: "/users/invite/accept",
    type: GraphQLBoolean,
    args: { token: needed, password: needed },
  },
  utils_sort: {
    method: "POST",
    url: "/utils/sort/:collection",
    type: GraphQLBoolean,
    args: { collection: needed, item: neededId, to: neededId },
    isForSomebody: true,
  },
  utils_revert: {
    method: "POST",
    url: "/utils/revert/:revision",
    type: GraphQLBoolean,
    args: { revision: neededId },
    isForSomebody: true,
  },
  utils_random_string: {
    method: "GET",
    url: "/utils/random/string?length=:length",
    type: GraphQLString,
    args: { length: { type: GraphQLInt, default: { value: 32 } } },
  },
};

/** The fields for one sight; which addresses there are is known once all have been declared. */
export function systemRoots(routes: RouteList): MoreRoots {
  const rootsOf = ({ calls, types }: { calls: { [field: string]: Call }; types: Types }) =>
    Object.fromEntries(
      Object.entries(calls)
        .filter(
          ([, call]) =>
            routes.has({ method: call.method, url: declared(call.url) }) &&
            (types.sight.isSomebody || !call.isForSomebody),
        )
        .map(([name, call]) => [name, rootOf(call)]),
    );
  return (types) => ({
    query: { ...rootsOf({ calls: queries, types }), ...ownUserRoot(types) },
    mutation: { ...rootsOf({ calls: mutations, types }), ...ownUserMutation({ routes, types }) },
  });
}

const declared = (url: string): string => url.split("?")[0]!;

function rootOf({ method, url, type, args = {} }: Call): Root {
  return {
    type,
    args,
    resolve: async (_root, given: { [name: string]: unknown }, door) => {
      const body = { ...given };
      const address = url.replace(/:(\w+)/g, (_, name: string) => {
        const value = encodeURIComponent(String(body[name]));
        delete body[name];
        return value;
      });
      const answer = await door.ask({ method, url: address, ...(method === "GET" ? {} : { body }) });
      return type === GraphQLBoolean ? true : answer;
    },
  };
}

function ownUserRoot(types: Types): { [name: string]: Root } {
  if (!types.sight.isSomebody) return {};
  return {
    users_me: {
      type: ownUserType(types),
      resolve: async (_root, _args, door, info) => {
        const raw = listQuery({ collection: ownUser, info, args: { limit: 1 } });
        const [row] = await door.read({ collection: ownUser, raw });
        return row ?? refuse("INVALID_CREDENTIALS");
      },
    },
  };
}

function ownUserMutation({ routes, types }: { routes: RouteList; types: Types }): { [name: string]: Root } {
  const address = { method: "PATCH", url: "/users/me" } as const;
  const users = collectionNamed("users") as Collection;
  if (!types.sight.isSomebody || !types.sight.of("users")?.update || !routes.has(address)) return {};
  return {
    update_users_me: {
      type: ownUserType(types),
      args: { data: { type: new GraphQLNonNull(inputType({ types, collection: users, operation: "update" })) } },
      resolve: async (_root, { data }, door, info) => {
        await door.ask({ ...address, body: sentRow({ collection: users, data }) });
        const raw = listQuery({ collection: ownUser, info, args: { limit: 1 } });
        const [row] = await door.read({ collection: ownUser, raw });
        return row ?? refuse("INVALID_CREDENTIALS");
      },
    },
  };
}
