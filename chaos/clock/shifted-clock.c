/*
 * A wall clock that is wrong: LD_PRELOAD adds the milliseconds in the file REDRIVE_CLOCK_FILE (a little-endian int64) to
 * every reading of the real time, in all processes at once. The monotonic clock and timers stay right.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <time.h>

static const volatile long long *shift_ms;
static int (*real_clock)(clockid_t, struct timespec *);

static void begin(void) {
  const char *path = getenv("REDRIVE_CLOCK_FILE");
  int file = path == NULL ? -1 : open(path, O_RDONLY);
  void *memory = file < 0 ? MAP_FAILED : mmap(NULL, sizeof *shift_ms, PROT_READ, MAP_SHARED, file, 0);
  static const long long none = 0;
  shift_ms = memory == MAP_FAILED ? &none : memory;
  real_clock = dlsym(RTLD_NEXT, "clock_gettime");
}

int clock_gettime(clockid_t clock, struct timespec *time) {
  if (real_clock == NULL) begin();
  int result = real_clock(clock, time);
  if (result != 0 || (clock != CLOCK_REALTIME && clock != CLOCK_REALTIME_COARSE)) return result;
  long long ns = time->tv_nsec + *shift_ms % 1000 * 1000000;
  time->tv_sec += *shift_ms / 1000 + (ns < 0 ? -1 : ns / 1000000000);
  time->tv_nsec = (ns + 1000000000) % 1000000000;
  return 0;
}

int gettimeofday(struct timeval *restrict time, void *restrict zone) {
  struct timespec now;
  (void)zone;
  int result = clock_gettime(CLOCK_REALTIME, &now);
  time->tv_sec = now.tv_sec;
  time->tv_usec = now.tv_nsec / 1000;
  return result;
}

time_t time(time_t *to) {
  struct timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  if (to != NULL) *to = now.tv_sec;
  return now.tv_sec;
}
