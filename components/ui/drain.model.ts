import type { Drain } from '@/lib/model/backlog/drain';
import { formatDuration } from './duration.model';
import { formatRate } from './rate.model';

export function describeDrain(drain: Drain): string {
  switch (drain.kind) {
    case 'empty':
      return 'nothing to do';
    case 'drains':
      return `about ${formatDuration(Math.max(1_000, Math.round(drain.ms / 1_000) * 1_000), 2)}`;
    case 'growing':
      return `growing by ${formatRate(drain.perSecond)}`;
    case 'never':
      return 'never at this rate';
  }
}
