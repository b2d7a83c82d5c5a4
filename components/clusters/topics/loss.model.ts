import { formatDuration } from '@/components/ui/duration.model';
import type { ReadData } from '@/lib/console/reads/registry';
import { valueOrNull } from '@/lib/model/reading';
import { t } from '@/lib/model/language/t';

type Group = ReadData<'topicFigures'>['groups'][number];

/** "will lose messages in 40 min at the earliest": what the retention of the brokers means for a group. */
export function lossWords({ loss }: Pick<Group, 'loss'>, nowMs: number): string {
  if (loss.kind === 'unknown') return t('unknown: {reason}', { reason: loss.reason });
  const outlook = loss.value;
  if (outlook.kind === 'none') return t('Nothing unread');
  const leftMs = Date.parse(outlook.at) - nowMs;
  const where = t('{broker} queue {queue}', { broker: outlook.broker, queue: outlook.queueNo });
  const time = leftMs <= 0 ? null : formatDuration(leftMs);
  switch (outlook.kind) {
    case 'catches-up':
      return t('Catches up before messages are removed');
    case 'loses':
      return time === null
        ? t('Will lose messages at any moment ({where})', { where })
        : t('Will lose messages in {time} at the earliest ({where})', { time, where });
    case 'unless-read':
      return time === null
        ? t('May lose messages at any moment ({where}): its speed is unknown', { where })
        : t('May lose messages in {time} at the earliest ({where}): its speed is unknown', { time, where });
  }
}

const SOON_MS = 6 * 3_600_000;

/** Whether it needs someone today. */
export function isAtRisk({ loss, removedUnread }: Pick<Group, 'loss' | 'removedUnread'>, nowMs: number): boolean {
  if ((valueOrNull(removedUnread) ?? 0) > 0) return true;
  if (loss.kind === 'unknown' || loss.value.kind === 'none' || loss.value.kind === 'catches-up') return false;
  return Date.parse(loss.value.at) - nowMs < SOON_MS;
}
