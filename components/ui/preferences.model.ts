import type { Density, Preferences, Theme } from './preferences';
import { isTimeZone } from './time.model';

export const preferenceCookies = { theme: 'redrive-theme', zone: 'redrive-zone', density: 'redrive-density' } as const;

/** Cookies come from outside: anything unexpected falls back to the defaults, system theme and UTC. */
export function readPreferences(cookie: (name: string) => string | undefined): Preferences {
  const zone = decode(cookie(preferenceCookies.zone));
  const local = zone !== 'utc' && zone !== '' && isTimeZone(zone);
  return {
    theme: readTheme(cookie(preferenceCookies.theme)),
    density: readDensity(cookie(preferenceCookies.density)),
    zoneMode: local ? 'local' : 'utc',
    timeZone: local ? zone : 'UTC',
  };
}

function readTheme(value: string | undefined): Theme {
  return value === 'light' || value === 'dark' ? value : 'system';
}

function readDensity(value: string | undefined): Density {
  return value === 'compact' || value === 'comfortable' ? value : 'normal';
}

function decode(value: string | undefined): string {
  try {
    return decodeURIComponent(value ?? '');
  } catch {
    return '';
  }
}
