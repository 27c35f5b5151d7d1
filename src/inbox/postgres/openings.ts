/** Which programs have the inbox open. */

import { errorCause, errorCode } from "../../errors/caught.ts";
import { OPENING_MS, type Opening, type Store } from "../store.ts";
import { NOW } from "./schema.ts";
import type { Session } from "./session.ts";

const NOTE = `UPDATE collections_inbox_version SET openings =
  (SELECT coalesce(jsonb_object_agg(key, value), '{}') FROM jsonb_each(openings)
    WHERE (value->>'seen')::bigint > ${NOW} - ${OPENING_MS})
  || jsonb_build_object($1::text, jsonb_build_object('program', $2::text, 'works', $3::boolean, 'seen', ${NOW}))
  RETURNING openings::text AS openings`;
const FORGET = "UPDATE collections_inbox_version SET openings = openings - $1::text";
/** The SQLSTATE for a right that a role lacks: this one is not necessary. */
const NO_RIGHT = "42501";

type Openings = { readonly note: NonNullable<Store["openings"]>; forget(): Promise<void> };

/** `openings` of the store, and how this one is removed when it closes. */
export function createOpenings(session: Session): Openings {
  let isNoted = false;
  return {
    async note({ program, works }) {
      try {
        const [noted] = await session.query(NOTE, [session.holder, program, works]);
        isNoted = true;
        const openings: Record<string, Omit<Opening, "holder">> = JSON.parse(String(noted?.["openings"] ?? "{}"));
        return Object.entries(openings).map(([holder, opening]) => ({ holder, ...opening }));
      } catch (error) {
        if (errorCode(errorCause(error)) === NO_RIGHT) return [];
        throw error;
      }
    },

    async forget() {
      if (isNoted) await session.query(FORGET, [session.holder]).catch(() => undefined);
      isNoted = false;
    },
  };
}
