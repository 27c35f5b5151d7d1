/** Types cases into the playground, whatever page holds it, and reads what it says. */

import type { Page } from "playwright-core";
import vectors from "../../../spec/vectors/signature.json" with { type: "json" };
import { ERROR_TEXTS } from "../../../src/errors/texts/index.ts";

export type Case = (typeof vectors.cases)[number];
export type Typed = { body: string; form: string; secrets: string[]; header: string };
export type Said = { ok: boolean; code: string; secretIndex: string; text: string };

export const text = (base64: string) => Buffer.from(base64, "base64").toString();

/**
 * Base64 takes every body. A header that is missing is an empty field; both have the same code. CR LF in a field
 * becomes LF.
 */
export const toTyped = ({ body, secrets, header }: Case): Typed => ({
  body,
  form: "base64",
  secrets: secrets.map(text),
  header: header ?? "",
});

export const toExpected = ({ ok, code, secretIndex }: Case) => ({
  ok,
  code: code ?? "",
  secretIndex: secretIndex === undefined ? "" : String(secretIndex),
});

/** The ids of the vectors for which the page does not have the verdict, the code and its words. */
export async function wrongVectors(page: Page): Promise<string[]> {
  const said = await judgeAll(page, vectors.cases.map(toTyped));
  return vectors.cases.flatMap((given, index) => {
    const { ok, code, secretIndex, text: shown } = said[index] as Said;
    const words = ok ? "The signature holds." : ERROR_TEXTS[given.code as keyof typeof ERROR_TEXTS]?.means;
    const same = JSON.stringify({ ok, code, secretIndex }) === JSON.stringify(toExpected(given));
    return same && words && shown.includes(words) ? [] : [given.id];
  });
}

/**
 * Fills every field as a person would, waits for the verdict, and reads it. Many at once, because each round trip takes
 * its time.
 */
export function judgeAll(page: Page, cases: Typed[]): Promise<Said[]> {
  return page.evaluate(async (list) => {
    const part = <E extends HTMLElement>(name: string) => document.querySelector(`[data-part=${name}]`) as E;
    const verdict = part("verdict");
    const set = (field: HTMLTextAreaElement, value: string) => {
      field.value = value;
      field.dispatchEvent(new Event("input", { bubbles: true }));
    };
    const said: Said[] = [];
    for (const { body, form, secrets, header } of list) {
      const formOfBody = part<HTMLSelectElement>("form-of-body");
      part<HTMLButtonElement>("clear").click();
      formOfBody.value = form;
      formOfBody.dispatchEvent(new Event("change", { bubbles: true }));
      part("secrets").querySelector("button")?.click();
      for (const secret of secrets) {
        part<HTMLButtonElement>("add").click();
        set([...part("secrets").querySelectorAll("textarea")].at(-1) as HTMLTextAreaElement, secret);
      }
      set(part<HTMLTextAreaElement>("header"), header);
      set(part<HTMLTextAreaElement>("body"), body);
      while (verdict.ariaBusy === "true") await new Promise((resolve) => setTimeout(resolve, 1));
      const { ok, code = "", secretIndex = "" } = verdict.dataset;
      said.push({ ok: ok === "true", code, secretIndex, text: verdict.textContent ?? "" });
    }
    return said;
  }, cases);
}
