/** An address below the root of the site. finish.ts makes it relative at the end of the build. */
export function pathTo(address: string): string {
  return `/${address}`;
}
