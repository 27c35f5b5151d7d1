import type { Node } from "./documents.ts";

/** The gaps that are marked on a node of a document (`x-unspecified`). */
export function gapIdsAt(node: Node): string[] {
  const marks: { id: string }[] = node.value?.["x-unspecified"] ?? [];
  return marks.map(({ id }) => id);
}
