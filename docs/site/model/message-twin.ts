import { deliveryRows } from "./delivery.ts";
import type { Message } from "./messages.ts";
import { bodyParts } from "./operation-twin.ts";
import { receiverSamples } from "./samples.ts";
import { code, fieldList, json, openPoints, paragraphs } from "./write.ts";

/** The page of a message as Markdown. */
export function messageTwin(page: Message): string {
  const { slug, channel, delivery, security, headers, payload, key } = page;
  const samples = receiverSamples(page);
  const open = [...page.gaps, ...channel.gaps];
  return paragraphs(
    `# ${page.title}`,
    page.event ? `Event \`${page.event}\`` : `Message \`${page.id}\`${page.emitted ? "" : ", not sent today"}`,
    `${page.summary} ${page.description}`,
    `Where it arrives: ${channel.title}. ${channel.description}`,
    samples.length > 0 && "## Receive it",
    ...samples.flatMap(({ title, language, code: text }) => [`${title}:`, code(language, text)]),
    "## Signature",
    security.length === 0 && "None. No header proves who sent this delivery.",
    ...security.flatMap(({ description, gaps }) => [description, openPoints(slug, gaps)]),
    fieldList(slug, headers),
    "## Payload",
    ...bodyParts(slug, payload),
    ...page.examples.flatMap(({ summary, headers: sent, payload: body }) => [
      `${summary}:`,
      sent
        ? code(
            "http",
            Object.entries(sent)
              .map(([name, value]) => `${name}: ${value}`)
              .join("\n"),
          )
        : "",
      json(body),
    ]),
    "## Delivery",
    delivery.description,
    deliveryRows(delivery.rules)
      .map(({ question, stated, open: nothing }) => `- ${question}: ${nothing ? "not specified" : stated}`)
      .join("\n"),
    openPoints(slug, delivery.gaps),
    key.length > 0 && "## Duplicates",
    key.length > 0 &&
      `A delivery may arrive more than once. ${key.map((name) => `\`${name}\``).join(" and ")} together tell a repetition from something new.`,
    open.length > 0 && "## Not specified",
    openPoints(slug, open),
  );
}
