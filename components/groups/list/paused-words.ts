import type { GroupPause } from '@/lib/console/operations/groups/views';
import { t } from '@/lib/model/language/t';

export function pausedWords({ by, reason }: GroupPause): string {
  return reason === '' ? t('Paused by {name}', { name: by }) : t('Paused by {name}: {reason}', { name: by, reason });
}
