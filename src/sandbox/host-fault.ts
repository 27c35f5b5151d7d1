/** Why a server does not listen: the host or the port. Imports nothing, because the mock asks as well. */

/** Tells whether listening failed because the host is not an address of this machine. */
export function isHostFault(error: NodeJS.ErrnoException | undefined): boolean {
  return /^(?:EADDRNOTAVAIL|ENOTFOUND|EAI_AGAIN|EINVAL)$/.test(error?.code ?? "");
}
