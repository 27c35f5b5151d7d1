import { readPicture } from "../model/source.ts";

/** Gives each picture of ours its width and height, so that nothing moves once it is loaded. */
export function sizedPictures(html: string): string {
  return html.replaceAll(/<img src="([^"]*\/(docs\/pictures\/[\w-]+\.svg))"/g, (all, src: string, file: string) => {
    const [, width, height] = /^<svg [^>]*\bwidth="(\d+)" height="(\d+)"/.exec(readPicture(file)) ?? [];
    return width ? `<img src="${src}" width="${width}" height="${height}"` : all;
  });
}
