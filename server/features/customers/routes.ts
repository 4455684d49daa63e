// §2 /{customerType}/edit-account-details: vehicles and picture of a customer's account.
import type { FastifyInstance } from "fastify";
import { profileActions } from "#domain/accounts/profile/profile-actions.ts";
import type { AppServices } from "#server/context.ts";
import { removePicture, setPicture } from "#server/features/customers/picture.ts";
import { removeVehicle, saveVehicle } from "#server/features/customers/vehicles.ts";
import { implement } from "#server/http/implement.ts";
import type { FileStore } from "#server/storage/file-store.ts";
import type { ImageProcessor } from "#server/storage/images.ts";

const implementations = [
  implement(profileActions.saveVehicle, saveVehicle),
  implement(profileActions.removeVehicle, removeVehicle),
  implement(profileActions.removePicture, removePicture),
];

export function customerRoutes(
  app: FastifyInstance,
  { services, store, images }: { services: AppServices; store: FileStore; images: ImageProcessor },
): void {
  const uploadPicture = implement(profileActions.setPicture, (call, { request }) =>
    setPicture({ ...call, request, store, images }),
  );
  for (const mount of [...implementations, uploadPicture]) mount(app, services);
}
