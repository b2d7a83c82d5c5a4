'use client';

import { createContext, useCallback, useContext, useMemo, useState, type ReactNode } from 'react';

/** How this browser wants to see things. Kept in cookies, so the server renders the same text and theme. */
export type Theme = 'light' | 'dark' | 'system';
export type ZoneMode = 'utc' | 'local';
/** Table row height: 28, 36 or 44 px. */
export type Density = 'compact' | 'normal' | 'comfortable';

export interface Preferences {
  readonly theme: Theme;
  readonly density: Density;
  readonly zoneMode: ZoneMode;
  /** The zone times are printed in: "UTC" or the browser's IANA zone. */
  readonly timeZone: string;
}

interface PreferencesApi extends Preferences {
  setTheme(theme: Theme): void;
  setZoneMode(mode: ZoneMode): void;
  setDensity(density: Density): void;
}

const fallback: PreferencesApi = {
  theme: 'system',
  density: 'normal',
  zoneMode: 'utc',
  timeZone: 'UTC',
  setTheme: () => undefined,
  setZoneMode: () => undefined,
  setDensity: () => undefined,
};
const PreferencesContext = createContext<PreferencesApi>(fallback);

export function usePreferences(): PreferencesApi {
  return useContext(PreferencesContext);
}

export function PreferencesProvider({ initial, children }: { initial: Preferences; children: ReactNode }) {
  const [preferences, setPreferences] = useState(initial);

  const setTheme = useCallback((theme: Theme) => {
    document.documentElement.dataset['theme'] = theme;
    writeCookie('redrive-theme', theme);
    setPreferences((current) => ({ ...current, theme }));
  }, []);

  const setZoneMode = useCallback((zoneMode: ZoneMode) => {
    const timeZone = zoneMode === 'utc' ? 'UTC' : Intl.DateTimeFormat().resolvedOptions().timeZone;
    writeCookie('redrive-zone', zoneMode === 'utc' ? 'utc' : timeZone);
    setPreferences((current) => ({ ...current, zoneMode, timeZone }));
  }, []);

  const setDensity = useCallback((density: Density) => {
    document.documentElement.dataset['density'] = density;
    writeCookie('redrive-density', density);
    setPreferences((current) => ({ ...current, density }));
  }, []);

  const api = useMemo(
    () => ({ ...preferences, setTheme, setZoneMode, setDensity }),
    [preferences, setTheme, setZoneMode, setDensity],
  );
  return <PreferencesContext value={api}>{children}</PreferencesContext>;
}

export function writeCookie(name: string, value: string): void {
  const secure = location.protocol === 'https:' ? '; Secure' : '';
  document.cookie = `${name}=${encodeURIComponent(value)}; Path=/; Max-Age=31536000; SameSite=Lax${secure}`;
}
