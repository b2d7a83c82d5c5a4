import { t } from '@/lib/model/language/t';
import type { LiveSnapshot } from './live-state';

export interface LiveLook {
  /** Announced when it changes. */
  readonly text: string;
  /** Shown, never announced: it may change many times a second. */
  readonly waiting: string | null;
  readonly tone: 'moving' | 'held' | 'down' | 'idle';
  readonly hint: string;
}

/** What stops everything comes first: a page that is held as well must not look as if only that kept it still. */
export function describeLive(live: LiveSnapshot, signedOut = false): LiveLook {
  if (signedOut)
    return {
      text: t('Signed out'),
      waiting: null,
      tone: 'down',
      hint: t('The session has ended. Figures show when they were last updated.'),
    };
  if (live.connection === 'unreachable')
    return {
      text: t('Disconnected'),
      waiting: null,
      tone: 'down',
      hint: t(
        `The server is not responding. The console retries every few seconds. Figures show when they were
        last updated.`,
      ),
    };
  if (live.failing && live.connection === 'open' && live.held === null)
    return {
      text: t('Not up to date'),
      waiting: null,
      tone: 'down',
      hint: t('Part of this page could not be updated. It shows its last values and is retried automatically.'),
    };
  if (live.held !== null) {
    const waiting = live.waiting > 0 ? t('{count} new', { count: live.waiting > 99 ? '99+' : live.waiting }) : null;
    return {
      text: live.held,
      waiting,
      tone: 'held',
      hint: t('Updates are held. Figures show when they were last updated.'),
    };
  }
  switch (live.connection) {
    case 'open':
      return {
        text: t('Live'),
        waiting: null,
        tone: 'moving',
        hint: t('Changes appear automatically. Press p to pause.'),
      };
    case 'down':
      return {
        text: t('Refreshing every 5 s'),
        waiting: null,
        tone: 'down',
        hint: t('The live stream is down; the page refreshes every 5 s.'),
      };
    case 'connecting':
      return { text: t('Connecting'), waiting: null, tone: 'idle', hint: t('Opening the live stream.') };
  }
}
