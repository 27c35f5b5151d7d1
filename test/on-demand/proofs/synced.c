/*
 * Loaded into a process with LD_PRELOAD: after each sync of a file below SYNCED_OF, a copy of it is put into
 * SYNCED_INTO. If the power failed now, no more than these copies would be there. What a disk may keep beyond that is
 * left out, and so are the syncs of folders: a file that was synced keeps its name.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void keep(int fd) {
  const char *of = getenv("SYNCED_OF"), *into = getenv("SYNCED_INTO");
  char link[64], path[4096], fresh[8192], kept[8192];
  if (!of || !into) return;
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  ssize_t length = readlink(link, path, sizeof path - 1);
  if (length < 0) return;
  path[length] = 0;
  if (strncmp(path, of, strlen(of)) != 0) return;
  const char *name = strrchr(path, '/') + 1;
  snprintf(kept, sizeof kept, "%s/%s", into, name);
  snprintf(fresh, sizeof fresh, "%s/.%s", into, name);
  int from = open(path, O_RDONLY), to = open(fresh, O_WRONLY | O_CREAT | O_TRUNC, 0600);
  if (from < 0 || to < 0) abort();
  char buffer[1 << 16];
  for (ssize_t n; (n = read(from, buffer, sizeof buffer)) > 0;)
    if (write(to, buffer, n) != n) abort();
  close(from);
  close(to);
  /* A kill in the middle of a copy leaves the one before. */
  if (rename(fresh, kept) != 0) abort();
}

int fsync(int fd) {
  int (*real)(int) = (int (*)(int))dlsym(RTLD_NEXT, "fsync");
  int result = real(fd);
  if (result == 0) keep(fd);
  return result;
}

int fdatasync(int fd) {
  int (*real)(int) = (int (*)(int))dlsym(RTLD_NEXT, "fdatasync");
  int result = real(fd);
  if (result == 0) keep(fd);
  return result;
}
