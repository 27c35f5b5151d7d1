import { gapAnchor } from "../../../scripts/docs/gaps-page.ts";
import { withOwnHeader } from "./deployment.ts";
import { readYaml } from "./source.ts";

/** A stated fact, as spec/facts.yaml holds it; the header of signatures has the name that the deployment gives it. */
export type Fact = {
  id: string;
  anchor: string;
  sentence: string;
  observable: string;
  /** Places in the documents that express the fact. */
  expressed: string[];
};

/** What each section of the description is about. */
const SECTIONS = [
  "The description itself",
  "The service",
  "Resources and fields",
  "States",
  "Endpoints",
  "Authentication",
  "Events and deliveries",
  "Errors",
  "Limits",
  "Versions",
];

/** Returns the heading of a section, such as `6. Events and deliveries`. */
export const sectionTitle = (section: string): string =>
  SECTIONS[Number(section)] ? `${section}. ${SECTIONS[Number(section)]}` : `Section ${section}`;

let known: Fact[] | undefined;

/** Every fact, in the order of the description. */
export function facts(): Fact[] {
  type Row = { sentence: string; observable: string; expressed?: string[] };
  known ??= Object.entries<Row>(readYaml("spec/facts.yaml").facts).map(
    ([id, { sentence, observable, expressed = [] }]) => ({
      id,
      anchor: gapAnchor(id),
      sentence: withOwnHeader(sentence.replaceAll(/\s+/g, " ").trim()),
      observable,
      expressed,
    }),
  );
  return known;
}

/** The facts expressed at or below one of these places. */
export function factsAt(places: readonly string[]): Fact[] {
  return facts().filter(({ expressed }) =>
    expressed.some((at) => places.some((place) => at === place || at.startsWith(`${place}/`))),
  );
}
