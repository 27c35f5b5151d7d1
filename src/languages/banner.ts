/** The sentence at the top of every generated file. */
export const BANNER = 'Made by "npm run generate". Do not edit: change spec/, then run npm run generate.';

/** Returns the banner as a line comment. `comment`: how the language begins one. */
export const banner = (comment: string) => `${comment} ${BANNER}\n`;
