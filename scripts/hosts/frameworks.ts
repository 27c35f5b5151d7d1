/** Frameworks that build an application, in which the receiver is a route. */

import { type Host, npm } from "./host.ts";

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
const NITRO = "node .output/server/index.mjs";

/** `commands`: what builds it, and what starts it. */
const framework = (id: string, name: string, place: string, commands: [string, string], rest: Partial<Host>): Host => {
  const [build = [], start = []] = commands.map((command) => command.split(" "));
  const file = `hosts/${id}.ts`;
  return { kind: "framework", how: "runtime", path: "/payments", id, name, file, place, build, start, ...rest };
};
const next = (id: string, name: string, place: string, { files, ...rest }: Partial<Host>): Host =>
  framework(id, name, place, ["next build", "next start"], {
    ...{ shown: "next", packages: NEXT, note: [LATE, OPENED_LATE, EXTERNAL], ...rest },
    files: { "next.config.mjs": NEXT_CONFIG, ...files },
  });

export const FRAMEWORKS: readonly Host[] = [
  next("next-app", "Next, app router", "app/payments/route.ts", { proof: "fetch" }),
  next("next-pages", "Next, pages router", "pages/api/payments.ts", {
    proof: "check",
    files: { "pages/index.tsx": "export default () => null;\n" },
    path: "/api/payments",
  }),
  framework("nuxt", "Nuxt", "server/routes/payments.post.ts", ["nuxt build", NITRO], {
    ...npm("nuxt", "4.5.2"),
    file: "hosts/nitro.ts",
    files: {
      "nuxt.config.ts": 'export default { telemetry: false, nitro: { esbuild: { options: { target: "esnext" } } } };\n',
    },
    note: [TARGET],
  }),
  framework("nitro", "Nitro 2", "routes/payments.post.ts", ["nitropack build", NITRO], {
    ...npm("nitropack", "2.13.6"),
    files: { "nitro.config.ts": 'export default { esbuild: { options: { target: "esnext" } } };\n' },
  }),
  framework("nitro-3", "Nitro 3", "routes/payments.post.ts", ["nitro build", NITRO], {
    ...npm("nitro", "3.0.0"),
    files: { "nitro.config.ts": "export default { serverDir: '.' };\n" },
  }),
  framework("sveltekit", "SvelteKit", "src/routes/payments/+server.ts", ["vite build", "node build/index.js"], {
    proof: "check",
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
    note: [LATE, OPENED_LATE, "`adapter-node` refuses bodies above 512 kB; `BODY_SIZE_LIMIT` changes that."],
  }),
  framework(
    "react-router",
    "React Router (Remix)",
    "app/routes/payments.ts",
    ["react-router build", "react-router-serve build/server/index.js"],
    {
      proof: "check",
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
        "app/root.jsx":
          'import { Outlet } from "react-router";\nexport default function Root() { return <Outlet />; }\n',
        "app/routes.js":
          'import { route } from "@react-router/dev/routes";\nexport default [route("payments", "routes/payments.ts")]\n',
      },
      note: ['List it in `app/routes.ts`: `route("payments", "routes/payments.ts")`.'],
    },
  ),
  framework("astro", "Astro", "src/pages/payments.ts", ["astro build", "node dist/server/entry.mjs"], {
    proof: "check",
    shown: "astro",
    packages: { astro: "7.3.5", "@astrojs/node": "11.1.6" },
    files: {
      "astro.config.mjs":
        'import node from "@astrojs/node";\nexport default { adapter: node({ mode: "standalone" }) };\n',
    },
  }),
];
