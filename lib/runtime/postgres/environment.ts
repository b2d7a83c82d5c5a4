/** Nothing of our own environment reaches Postgres: PGDATA, PGPORT or a locale would change what it does. */
export function postgresEnvironment(): NodeJS.ProcessEnv {
  return { NODE_ENV: process.env.NODE_ENV, PATH: process.env['PATH'] ?? '', LC_ALL: 'C', TZ: 'UTC' };
}
