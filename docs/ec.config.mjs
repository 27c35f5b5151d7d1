/**
 * How code looks. In a file of its own, because the pages' own component for code reads it too, and functions cannot be handed over
 * otherwise.
 * @type {import("astro-expressive-code").AstroExpressiveCodeOptions}
 */
export default {
  // Long lines wrap, so that nothing scrolls sideways, on a phone or by keyboard.
  defaultProps: { frame: "code", wrap: true, preserveIndent: true },
  styleOverrides: {
    borderRadius: "0.4rem",
    codeFontSize: "0.82rem",
    codePaddingBlock: "0.75rem",
    codePaddingInline: "1rem",
    frames: { frameBoxShadowCssValue: "none" },
  },
  shiki: {
    transformers: [
      {
        name: "no-time-limit",
        // The highlighter gives up on a line after half a second, so a busy machine would make other colours.
        preprocess(_code, options) {
          options.tokenizeTimeLimit = 0;
        },
      },
    ],
  },
};
