import type { Drain } from '@/lib/model/backlog/drain';
import { t } from '@/lib/model/language/t';
import { formatDuration } from './duration.model';
import { formatRate } from '@/lib/model/rate';

export function describeDrain(drain: Drain): string {
  switch (drain.kind) {
    case 'empty':
      return t('no backlog');
    case 'drains':
      return t('about {duration}', {
        duration: formatDuration(Math.max(1_000, Math.round(drain.ms / 1_000) * 1_000), 2),
      });
    case 'growing':
      return t('growing by {rate}', { rate: formatRate(drain.perSecond) });
    case 'never':
      return t('never at this rate');
  }
}

export type Direction = 'draining' | 'growing' | 'steady' | 'done';

/** Where a backlog goes at the rates of the last minute, and in words what that rests on. */
export function directionOf(drain: Drain): { readonly direction: Direction; readonly words: string } {
  switch (drain.kind) {
    case 'empty':
      return { direction: 'done', words: t('no backlog') };
    case 'drains':
      return { direction: 'draining', words: t('draining by {rate}', { rate: formatRate(drain.perSecond) }) };
    case 'growing':
      return { direction: 'growing', words: t('growing: more messages arrive than leave') };
    case 'never':
      return { direction: 'steady', words: t('steady: as many messages arrive as leave') };
  }
}
