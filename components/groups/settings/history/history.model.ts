import { scheduleOf } from '@/components/groups/schedule.model';
import { changesBetween } from '@/components/groups/settings/changes.model';
import { formatDuration } from '@/components/ui/duration.model';
import type { VersionView } from '@/lib/console/operations/groups/views';
import type { GroupSettings } from '@/lib/model/group/group-settings';
import { HISTORY } from '@/lib/model/history';
import { t } from '@/lib/model/language/t';
import { enumerated } from '@/lib/model/language/list';

/** "Max retries 16 → 3, Back-off": what a version changed, in one line of the list. */
export function summaryOf(before: VersionView | undefined, version: VersionView): string {
  if (before === undefined) return version.version === 1 ? t('Group created') : t('The previous version is not shown');
  const changes = changesBetween(before.settings, version.settings);
  if (changes.length === 0) return t('The same settings saved again');
  const short = changes.map(({ label, before: old, after }) =>
    old.length + after.length > 30 ? label : t('{field} {before} → {after}', { field: label, before: old, after }),
  );
  return enumerated(short);
}

/** Why nothing is counted for a version: it is not a full minute old, was in use for less, or is too long ago. Pure. */
export function whyUncounted({ at }: Pick<VersionView, 'at'>, inUse: boolean, nowMs: number): string {
  if (nowMs - Date.parse(at) > HISTORY.coarseKeptMs) return t('not kept');
  return inUse ? t('not counted yet') : 'under a minute';
}

/** What a change means for a message that keeps failing, in one sentence. */
export function meaningOf(before: GroupSettings, after: GroupSettings): string {
  if (before.messageModel !== after.messageModel)
    return after.messageModel === 'broadcasting'
      ? t('Each client now gets every message, and failures are not retried.')
      : t('The clients now share the messages, and failures are retried.');
  const [old, now] = [before, after].map(({ retryPolicy, maxRetries }) => scheduleOf(retryPolicy, maxRetries).totalMs);
  if (after.messageModel === 'broadcasting' || old === undefined || now === undefined || old === now)
    return t('The time until a failing message moves to the DLQ does not change.');
  const given = { time: formatDuration(now, 3), before: formatDuration(old, 3) };
  return after.deliveryOrder === 'ordered'
    ? t('A failing head message blocks its key for {time} instead of {before}.', given)
    : t('A failing message moves to the DLQ after {time} instead of {before}.', given);
}
