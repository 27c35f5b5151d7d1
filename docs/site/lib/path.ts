/** An address below the root of the site, as the build knows it; it is made relative at the end (relative-links.ts). */
export function pathTo(address: string): string {
  return `${import.meta.env.BASE_URL.replace(/\/$/, "")}/${address}`;
}
