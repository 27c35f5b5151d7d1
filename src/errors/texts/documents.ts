/** The texts of errors in documents, overlays and contract folders. */

import { defineTexts, prose } from "./text.ts";

export const DOCUMENT_TEXTS = defineTexts({
  document_unreadable: {
    means: "The file or folder cannot be read, or contains no document.",
    fix: "Give an OpenAPI or AsyncAPI document, or a folder with openapi and asyncapi as .json or .yaml.",
  },
  document_too_large: {
    means: "The document is larger, deeper or spread over more files than any contract needs.",
    fix: "Give the bundled document: at most 16 MiB, 200 levels and 500 files.",
  },
  document_syntax: {
    means: "The file is neither YAML nor JSON, or has what only YAML knows, such as dates and sets.",
    fix: "Correct the place that the message names. YAML may hold what JSON can: no tags, and keys that are texts.",
  },
  document_unknown: {
    means: "This is neither OpenAPI 3.0, 3.1 or 3.2 nor AsyncAPI 3, nor an overlay or facts for overlay apply.",
    fix: "Check its first members, such as openapi or title; the message names what was found.",
  },
  document_malformed: {
    means: "A part of the document is not what its format requires.",
    fix: "Correct the place that the message names; npx redocly lint tells more.",
  },
  document_reference: {
    means: "A reference points to nothing, to itself, or outside the folder of the document.",
    fix: "Correct the reference, or give the bundled document. References to other hosts are never fetched.",
  },
  documents_differ: {
    means: "The two sides are not of the same kind.",
    fix: "Compare OpenAPI with OpenAPI, AsyncAPI with AsyncAPI, or two folders.",
  },
  acceptance_invalid: {
    means: "This is not a file of accepted changes.",
    fix: prose`Write a list called accept; each entry has kind and where as diff --json prints them, a reason, and
      until, its last day.`,
  },
  severity_invalid: {
    means: "This does not give a kind of change a verdict.",
    fix: "Write KIND=breaking, KIND=unclassified or KIND=not-breaking, with a kind that diff --json prints.",
  },
  facts_unknown: {
    means: "The facts file has a member that is not a fact of a deployment.",
    fix: prose`Correct its name; spec/deployment/schema.yaml lists all members. Stated facts are not members, and
      other facts go into an overlay.`,
  },
  facts_invalid: {
    means: "A fact has a value that it cannot have, or lacks the one that it depends on.",
    fix: prose`Correct what the message names; spec/deployment/schema.yaml describes each member, and explain
      describes its gap.`,
  },
  overlay_invalid: {
    means: "This is not an overlay that can be applied.",
    fix: prose`Write it as OpenAPI Overlay 1.0 or 1.1, named <what>.openapi.yaml or <what>.asyncapi.yaml, with a list
      of actions; or facts as <what>.deployment.yaml.`,
  },
  overlay_target: {
    means: "An action of the overlay matches nothing, so it would have no effect.",
    fix: prose`Correct the target; it is looked up in the bundled document, after the actions before it. To add a
      member, update the object around it.`,
  },
  overlay_path: {
    means: "The target of an action, or what it copies, is not a JSONPath.",
    fix: "Write it as RFC 9535 has it, such as $.components.schemas['PaymentSnapshot'].properties.amount.",
  },
  overlay_action: {
    means: "An action of the overlay is incomplete, or would remove the whole document.",
    fix: prose`Give it a target, and one of update, copy and remove: true. What copy names is one node; copy needs
      overlay: 1.1.0.`,
  },
  overlay_value: {
    means: "The update of an action does not fit its target.",
    fix: prose`Update an object with an object, a list with an item or a list, and any other value with such a value.
      To change the kind of a value, update the object around it. To empty a list, remove its items: the target
      ends in [*], with remove: true.`,
  },
  overlay_placeholder: {
    means: "Placeholders of the template are not filled in.",
    fix: "Replace each with what is true for your deployment, or delete its action or its fact.",
  },
  overlay_setting: {
    means: "The overlay closes a gap, but a running service would still have to choose.",
    fix: "State the settings that the message names under x-settings, or leave the gap open.",
  },
  overlay_event: {
    means: "An event is only partly in the documents, so receivers, sandbox and packages would not know it.",
    fix: prose`Add what the message names. spec/overlays/example/refunds.openapi.yaml and refunds.asyncapi.yaml add an
      event and a member.`,
  },
  overlay_result: {
    means: "The documents that the overlay makes contradict themselves or each other.",
    fix: "Change the overlays so that both documents say the same, and every reference leads to something.",
  },
  contract_folder: {
    means: "This is not a contract folder.",
    fix: "Write one: collections-contract overlay apply TEMPLATE... --out DIR",
  },
});
