// How one address of the server is asked: what rows it takes, and who may.
import type { Ask, Keys, Person, Site, Tenants } from "#tests/support/tenants.ts";

export interface ActionCase {
  /** As it is declared: "POST /actions/valet/:id/park". */
  route: string;
  /** Who may; null where nobody ever may, or `control` brings somebody. */
  by: Person | null;
  /** Keys of rows of a site that the request names; each by itself is put for another site's. */
  rows?: (site: Site) => Promise<Keys> | Keys;
  ask: (keys: Keys) => Ask;
  /** Where being right takes more than that: what is asked then, and by whom. */
  control?: () => Promise<Ask & { token?: string | undefined }>;
  /** Who may do this with another site's row all the same, by the key. */
  open?: { [key: string]: readonly Person[] };
  /** A list that finds nothing, or an answer that is the same for everybody, instead of a refusal. */
  isSilent?: boolean;
  /** For everybody, about whom they name, who alone is told by it: a mail or SMS is queued. */
  isPublic?: boolean;
}

export type Area = (tenants: Tenants) => ActionCase[];
