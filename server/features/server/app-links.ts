// §1: the files by which Android and iOS verify that an application may open the links of this server.
import type { FastifyInstance } from "fastify";
import type { AppServices } from "#server/context.ts";
import { throwRouteNotFound } from "#server/items/api-error.ts";

const appId = "in.chaavi.app";
/** Pages that open outside of the application: the public site, and what other programs read. */
const excludedPaths = ["/", "/parking*", "/valet-parking*", "/valet-service*", "/pre-booking*", "/*/info", "/docs*"];

export function appLinkRoutes(app: FastifyInstance, { config: { nativeApps } }: AppServices): void {
  app.get("/.well-known/assetlinks.json", (request) => {
    const fingerprints = nativeApps?.androidFingerprints ?? [];
    if (fingerprints.length === 0) return throwRouteNotFound(request.url);
    const target = { namespace: "android_app", package_name: appId, sha256_cert_fingerprints: fingerprints };
    return [{ relation: ["delegate_permission/common.handle_all_urls"], target }];
  });
  app.get("/.well-known/apple-app-site-association", (request, reply) => {
    if (nativeApps?.appleTeam === undefined) return throwRouteNotFound(request.url);
    const components = [...excludedPaths.map((path) => ({ "/": path, exclude: true })), { "/": "*" }];
    const details = [{ appIDs: [`${nativeApps.appleTeam}.${appId}`], components }];
    return reply.type("application/json").send({ applinks: { details } });
  });
}
