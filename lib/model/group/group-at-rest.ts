import type { Problem } from '../errors';
import { GROUP_FIELD_NAMES, GROUP_FIELDS, type GroupField, type GroupSettings } from './group-settings';
import { t } from '../language/t';
import { enumerated } from '../language/list';

/** What a group has in progress, and who reads it: ordering and delivery mode change only when there is nothing. */
export interface GroupWork {
  readonly inFlight: number;
  readonly waiting: number;
  readonly orderedKeys: number;
  readonly openRedrives: number;
  /** Messages that the group, not a member of it, has still to read. */
  readonly unread: number;
  /** Broadcast clients that were seen within two minutes. */
  readonly connected: number;
}

/**
 * Fields that can't be changed now, and why. Ordering and delivery mode keep messages in progress in different forms,
 * so a change would strand them. The page says it while a change is made, the verb when it is saved.
 */
export function atRestProblems(before: GroupSettings, after: GroupSettings, work: GroupWork): Problem[] {
  return GROUP_FIELD_NAMES.flatMap((field) =>
    GROUP_FIELDS[field].changesAtRest && after[field] !== before[field]
      ? [inProgress(field, work), field === 'messageModel' ? unfinished(before, work) : null]
      : [],
  ).filter((problem) => problem !== null);
}

/** "1 in flight, 340 waiting"; null: nothing is in progress. */
export function progressWords({ inFlight, waiting, orderedKeys, openRedrives }: GroupWork): string | null {
  const counts = [
    inFlight === 0 ? null : t('{count, number} in flight', { count: inFlight }),
    waiting === 0 ? null : t('{count, number} waiting', { count: waiting }),
    orderedKeys === 0
      ? null
      : t('{count, plural, one {# ordered key} other {# ordered keys}} busy', { count: orderedKeys }),
    openRedrives === 0
      ? null
      : t('{count, plural, one {# open re-drive} other {# open re-drives}}', { count: openRedrives }),
  ].filter((part) => part !== null);
  return counts.length === 0 ? null : enumerated(counts);
}

function inProgress(field: GroupField, work: GroupWork): Problem | null {
  const words = progressWords(work);
  if (words === null) return null;
  const { inFlight, waiting, orderedKeys, openRedrives } = work;
  return {
    field,
    limit: 'no message in progress',
    value: inFlight + waiting + orderedKeys + openRedrives,
    message: t("{field} can't be changed while messages are in progress ({counts}).", {
      field: t(GROUP_FIELDS[field].label),
      counts: words,
    }),
  };
}

/**
 * An offset cannot be translated: no member would get what a clustering group has not read yet, and a broadcast client
 * that goes on reading would lose what the group reads past. So the group must be read to its end, or not be read at
 * all.
 */
function unfinished({ messageModel }: GroupSettings, { unread, connected }: GroupWork): Problem | null {
  const value = messageModel === 'clustering' ? unread : connected;
  if (value === 0) return null;
  const field = t(GROUP_FIELDS.messageModel.label);
  return messageModel === 'clustering'
    ? {
        ...{ field: 'messageModel', limit: 'no unread message', value },
        message: t(
          `{field} can't be changed while the group has {count, plural, one {# message that is not consumed. Let its
            consumers consume it first.} other {# messages that are not consumed. Let its consumers consume them
            first.}}`,
          { field, count: value },
        ),
      }
    : {
        ...{ field: 'messageModel', limit: 'no client', value },
        message: t(
          "{field} can't be changed while clients are connected ({count, number} in the last 2 min). Stop them first.",
          {
            field,
            count: value,
          },
        ),
      };
}
