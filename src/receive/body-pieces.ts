/** How a body arrives. */

/**
 * Largest number of pieces of a body. In pieces of one byte each a body takes more than a hundred times its length in
 * memory, and a microsecond a byte.
 */
export const PIECES_MAX = 16_384;
