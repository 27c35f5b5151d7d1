/*
 * Loaded into a process with LD_PRELOAD: while the file FAILING_NOW exists, syncs of files below FAILING_OF fail as on
 * a broken disk, after their bytes were written.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int fails(int fd) {
  const char *of = getenv("FAILING_OF"), *now = getenv("FAILING_NOW");
  char link[64], path[4096];
  if (!of || !now || access(now, F_OK) != 0) return 0;
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  ssize_t length = readlink(link, path, sizeof path - 1);
  if (length < 0) return 0;
  path[length] = 0;
  errno = EIO;
  return strncmp(path, of, strlen(of)) == 0;
}

int fsync(int fd) {
  int (*real)(int) = (int (*)(int))dlsym(RTLD_NEXT, "fsync");
  return fails(fd) ? -1 : real(fd);
}

int fdatasync(int fd) {
  int (*real)(int) = (int (*)(int))dlsym(RTLD_NEXT, "fdatasync");
  return fails(fd) ? -1 : real(fd);
}
