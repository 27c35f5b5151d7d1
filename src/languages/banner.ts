/** The sentence at the top of every generated file. */
export const BANNER = 'Made by "npm run generate". Do not edit: change spec/, then run npm run generate.';

/** One line, behind what the language begins a comment with. */
export const banner = (comment: string) => `${comment} ${BANNER}\n`;
