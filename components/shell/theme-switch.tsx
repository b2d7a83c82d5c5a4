'use client';

import { Monitor, Moon, Sun } from 'lucide-react';
import { IconButton } from '@/components/ui/button';
import { msg, t } from '@/lib/model/language/t';
import { usePreferences, type Theme } from '@/components/ui/preferences';

const next: Readonly<Record<Theme, Theme>> = { system: 'light', light: 'dark', dark: 'system' };
const NAMES: Readonly<Record<Theme, string>> = { system: msg('system'), light: msg('light'), dark: msg('dark') };
const icons = { system: Monitor, light: Sun, dark: Moon } as const;

/** Light, dark, or what the system says; one button that names both where it is and where it goes. */
export function ThemeSwitch() {
  const { theme, setTheme } = usePreferences();
  return (
    <IconButton
      icon={icons[theme]}
      label={t('Theme: {theme}. Switch to {next}', { theme: t(NAMES[theme]), next: t(NAMES[next[theme]]) })}
      onClick={() => setTheme(next[theme])}
    />
  );
}
