/** Frameworks that build an application, in which the receiver is a route. */

import type { Host } from "./host.ts";

const REACT = { react: "19.3.1", "react-dom": "19.3.1" };
const VITE = { vite: "8.3.8" };
const NEXT = { next: "16.4.6", ...REACT, typescript: "5.9.3", "@types/node": "24.19.2", "@types/react": "19.2.2" };
const NEXT_CONFIG = `export default {
  serverExternalPackages: ["collections-contract"],
  turbopack: { root: import.meta.dirname + "/.." },
};\n`;
/** Next loads the file while it builds, when the secret is missing; so do others. */
const LATE = "The secret is a function, because the file is loaded during the build, when the secret may be missing.";
const OPENED_LATE =
  "An inbox is opened [at the first delivery](guides/inbox.md#where-the-build-loads-the-file), not by the build.";
const TARGET = 'An inbox is opened with `await`: set `esbuild.options.target` of Nitro to `"esnext"`.';
const EXTERNAL = 'With an inbox, `next.config` needs `serverExternalPackages: ["collections-contract"]`.';
const framework = { kind: "framework", how: "runtime", path: "/payments" } as const;

export const FRAMEWORKS: readonly Host[] = [
  {
    ...framework,
    id: "next-app",
    proof: "fetch",
    name: "Next, app router",
    file: "hosts/next-app.ts",
    place: "app/payments/route.ts",
    shown: "next",
    packages: NEXT,
    files: { "next.config.mjs": NEXT_CONFIG },
    build: ["next", "build"],
    start: ["next", "start"],
    note: [LATE, OPENED_LATE, EXTERNAL],
  },
  {
    ...framework,
    id: "next-pages",
    proof: "check",
    name: "Next, pages router",
    file: "hosts/next-pages.ts",
    place: "pages/api/payments.ts",
    shown: "next",
    packages: NEXT,
    files: { "next.config.mjs": NEXT_CONFIG, "pages/index.tsx": "export default () => null;\n" },
    build: ["next", "build"],
    start: ["next", "start"],
    note: [LATE, OPENED_LATE, EXTERNAL],
    path: "/api/payments",
  },
  {
    ...framework,
    id: "nuxt",
    name: "Nuxt",
    file: "hosts/nitro.ts",
    place: "server/routes/payments.post.ts",
    shown: "nuxt",
    packages: { nuxt: "4.5.2" },
    files: {
      "nuxt.config.ts": 'export default { telemetry: false, nitro: { esbuild: { options: { target: "esnext" } } } };\n',
    },
    build: ["nuxt", "build"],
    start: ["node", ".output/server/index.mjs"],
    note: [TARGET],
  },
  {
    ...framework,
    id: "nitro",
    name: "Nitro 2",
    file: "hosts/nitro.ts",
    place: "routes/payments.post.ts",
    shown: "nitropack",
    packages: { nitropack: "2.13.6" },
    files: { "nitro.config.ts": 'export default { esbuild: { options: { target: "esnext" } } };\n' },
    build: ["nitropack", "build"],
    start: ["node", ".output/server/index.mjs"],
  },
  {
    ...framework,
    id: "nitro-3",
    name: "Nitro 3",
    file: "hosts/nitro-3.ts",
    place: "routes/payments.post.ts",
    shown: "nitro",
    packages: { nitro: "3.0.0" },
    files: { "nitro.config.ts": "export default { serverDir: '.' };\n" },
    build: ["nitro", "build"],
    start: ["node", ".output/server/index.mjs"],
  },
  {
    ...framework,
    id: "sveltekit",
    proof: "check",
    name: "SvelteKit",
    file: "hosts/sveltekit.ts",
    place: "src/routes/payments/+server.ts",
    shown: "@sveltejs/kit",
    packages: {
      "@sveltejs/kit": "3.2.0",
      "@sveltejs/adapter-node": "6.0.1",
      "@sveltejs/vite-plugin-svelte": "7.3.1",
      svelte: "5.57.3",
      ...VITE,
    },
    files: {
      "vite.config.js": `import adapter from "@sveltejs/adapter-node";
import { sveltekit } from "@sveltejs/kit/vite";
export default { plugins: [sveltekit({ adapter: adapter() })] };\n`,
      "src/app.html": "<!doctype html>%sveltekit.head%%sveltekit.body%\n",
    },
    build: ["vite", "build"],
    start: ["node", "build/index.js"],
    note: [LATE, OPENED_LATE, "`adapter-node` refuses bodies above 512 kB; `BODY_SIZE_LIMIT` changes that."],
  },
  {
    ...framework,
    id: "react-router",
    proof: "check",
    name: "React Router (Remix)",
    file: "hosts/react-router.ts",
    place: "app/routes/payments.ts",
    shown: "react-router",
    packages: {
      "react-router": "8.4.0",
      "@react-router/dev": "8.4.0",
      "@react-router/serve": "8.4.0",
      "@react-router/node": "8.4.0",
      isbot: "5.2.3",
      ...REACT,
      ...VITE,
    },
    files: {
      "react-router.config.ts": "export default { ssr: true };\n",
      "vite.config.js":
        'import { reactRouter } from "@react-router/dev/vite";\nexport default { plugins: [reactRouter()] };\n',
      "app/root.jsx": 'import { Outlet } from "react-router";\nexport default function Root() { return <Outlet />; }\n',
      "app/routes.js":
        'import { route } from "@react-router/dev/routes";\nexport default [route("payments", "routes/payments.ts")]\n',
    },
    build: ["react-router", "build"],
    start: ["react-router-serve", "build/server/index.js"],
    note: ['List it in `app/routes.ts`: `route("payments", "routes/payments.ts")`.'],
  },
  {
    ...framework,
    id: "astro",
    proof: "check",
    name: "Astro",
    file: "hosts/astro.ts",
    place: "src/pages/payments.ts",
    shown: "astro",
    packages: { astro: "7.3.5", "@astrojs/node": "11.1.6" },
    files: {
      "astro.config.mjs":
        'import node from "@astrojs/node";\nexport default { adapter: node({ mode: "standalone" }) };\n',
    },
    build: ["astro", "build"],
    start: ["node", "dist/server/entry.mjs"],
  },
];
