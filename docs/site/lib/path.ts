/** An address below the root of the site, as the build knows it; it is made relative at the end (finish.ts). */
export function pathTo(address: string): string {
  return `/${address}`;
}
