'use client';

import { Monitor, Moon, Sun } from 'lucide-react';
import { IconButton } from '@/components/ui/button';
import { usePreferences, type Theme } from '@/components/ui/preferences';

const next: Readonly<Record<Theme, Theme>> = { system: 'light', light: 'dark', dark: 'system' };
const icons = { system: Monitor, light: Sun, dark: Moon } as const;

/** Light, dark, or what the system says; one button that names both where it is and where it goes. */
export function ThemeSwitch() {
  const { theme, setTheme } = usePreferences();
  return (
    <IconButton
      icon={icons[theme]}
      label={`Theme: ${theme}. Switch to ${next[theme]}`}
      onClick={() => setTheme(next[theme])}
    />
  );
}
