// With a session, the places that a customer has pinned are choices of where to search. Pages are kept for everybody and have
// none of them: the script asks the API, only if this browser has a session.
import type { PinnedPlace } from "#domain/people/pinned-places.ts";
import {
  readStoredToken,
  requestNewToken,
  withRefreshLock,
  writeStoredToken,
  type IssuedToken,
  type StoredToken,
} from "#web/api/tokens/stored-token.ts";
import { toNearbyUrl } from "#web/site/islands/nearby-url.ts";

/** A token that expires sooner may have expired when the request arrives. */
const minValidityMs = 30_000;

const isFresh = ({ expiresAt }: StoredToken): boolean => expiresAt - Date.now() > minValidityMs;

async function renewToken(): Promise<void> {
  const stored = readStoredToken();
  // Logged out, or renewed by another tab.
  if (!stored || isFresh(stored)) return;
  const response = await requestNewToken();
  if (!response.ok) return;
  const { data }: { data: IssuedToken } = await response.json();
  writeStoredToken(data);
}

/** Null without a session, or with one that has ended. */
async function readFreshToken(): Promise<string | null> {
  const stored = readStoredToken();
  if (!stored) return null;
  if (!isFresh(stored)) await withRefreshLock(renewToken);
  const current = readStoredToken();
  return current && isFresh(current) ? current.token : null;
}

/** Empty for all but customers, whose accounts alone have pinned places. */
async function readOwnPlaces(): Promise<readonly PinnedPlace[]> {
  const token = await readFreshToken();
  if (token === null) return [];
  // A field by name is refused to those who have none.
  const response = await fetch("/users/me?fields=*", { headers: { authorization: `Bearer ${token}` } });
  if (!response.ok) return [];
  const { data }: { data: { pinned_places?: PinnedPlace[] | null } } = await response.json();
  return data.pinned_places ?? [];
}

function showPlaces({
  template,
  form,
  places,
}: {
  template: HTMLTemplateElement;
  form: HTMLFormElement;
  places: readonly PinnedPlace[];
}): void {
  const list = template.content.firstElementChild?.cloneNode(true);
  if (!(list instanceof HTMLElement)) return;
  const model = list.querySelector("a");
  if (!model) return;
  const chosen = new URLSearchParams(location.search);
  const links = places.map((place) => {
    const link = document.createElement("a");
    link.className = model.className;
    link.href = toNearbyUrl({ form, point: place });
    link.textContent = `Near ${place.name}`;
    const target = new URL(link.href).searchParams;
    if (["lat", "lng"].every((axis) => chosen.get(axis) === target.get(axis)))
      link.setAttribute("aria-current", "true");
    return link;
  });
  list.replaceChildren(...links);
  template.replaceWith(list);
}

const template = document.querySelector<HTMLTemplateElement>("template[data-own-places]");
const form = template?.closest("form");

if (template && form && readStoredToken())
  void readOwnPlaces().then(
    (places) => places.length > 0 && showPlaces({ template, form, places }),
    // Without a connection the page remains as it is.
    () => undefined,
  );
