/**
 * By default glibc gives memory back to the kernel after each statement and asks for it again in the next one: a tenth
 * of the processor time of a small statement. A session keeps up to 16 MB instead. Setting one of the three switches
 * off that glibc adapts the others. Without glibc they say nothing.
 */
const MALLOC = {
  MALLOC_TRIM_THRESHOLD_: String(16 * 1024 * 1024),
  MALLOC_TOP_PAD_: String(256 * 1024),
  MALLOC_MMAP_THRESHOLD_: String(32 * 1024 * 1024),
};

/** Nothing of our own environment reaches Postgres: PGDATA, PGPORT or a locale would change what it does. */
export function postgresEnvironment(more: Readonly<Record<string, string>> = {}): NodeJS.ProcessEnv {
  const { NODE_ENV } = process.env;
  return { NODE_ENV, PATH: process.env['PATH'] ?? '', LC_ALL: 'C', TZ: 'UTC', ...MALLOC, ...more };
}
