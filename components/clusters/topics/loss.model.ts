import { formatDuration } from '@/components/ui/duration.model';
import type { ReadData } from '@/lib/console/reads/registry';
import { valueOrNull } from '@/lib/model/reading';

type Group = ReadData<'topicFigures'>['groups'][number];

/** "will lose messages in 40 min at the earliest": what the retention of the brokers means for a group. */
export function lossWords({ loss }: Pick<Group, 'loss'>, nowMs: number): string {
  if (loss.kind === 'unknown') return `Unknown: ${loss.reason}`;
  const outlook = loss.value;
  if (outlook.kind === 'none') return 'Nothing unread';
  const leftMs = Date.parse(outlook.at) - nowMs;
  const where = `${outlook.broker} queue ${outlook.queueNo}`;
  const when = leftMs <= 0 ? 'at any time now' : `in ${formatDuration(leftMs)} at the earliest`;
  switch (outlook.kind) {
    case 'catches-up':
      return 'Catches up before messages are removed';
    case 'loses':
      return `Will lose messages ${when} (${where})`;
    case 'unless-read':
      return `May lose messages ${when} (${where}); its speed is unknown`;
  }
}

const SOON_MS = 6 * 3_600_000;

/** Whether it needs someone today. */
export function isAtRisk({ loss, removedUnread }: Pick<Group, 'loss' | 'removedUnread'>, nowMs: number): boolean {
  if ((valueOrNull(removedUnread) ?? 0) > 0) return true;
  if (loss.kind === 'unknown' || loss.value.kind === 'none' || loss.value.kind === 'catches-up') return false;
  return Date.parse(loss.value.at) - nowMs < SOON_MS;
}
