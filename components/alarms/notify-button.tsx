'use client';

import { Bell, BellOff } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { Button } from '@/components/ui/button';
import { type Notifying, readNotifying, setNotifying, subscribeToNotifying } from './notify';
import { msg, t } from '@/lib/model/language/t';

const WORDS = {
  on: msg('Notifications on'),
  off: msg('Notify me'),
  blocked: msg('Notifications blocked'),
} as const;

/** Notifications of this browser, while the console is open in one of its tabs. */
export function NotifyButton() {
  const state = useSyncExternalStore<Notifying>(subscribeToNotifying, readNotifying, () => 'off');
  return (
    <Button
      variant="ghost"
      icon={state === 'on' ? Bell : BellOff}
      aria-pressed={state === 'on'}
      title={t('While the console is open in a tab, this browser notifies you of new alarms')}
      disabledReason={
        state === 'blocked' ? t('Notifications are blocked in this browser’s settings for this site') : null
      }
      onClick={() => void setNotifying(state !== 'on')}
    >
      {t(WORDS[state])}
    </Button>
  );
}
