import 'server-only';
import { z } from 'zod';
import { findGroup } from '../../broker';
import { BrokerError } from '../../model/errors';
import { waitingRetries, type WaitingRetryCursor } from '../../store/queries/group-stats/waiting-retries';
import { defineRead } from '../http/define-read';
import { groupInput } from './group';
import { type GroupView, toGroupView } from './groups';

export interface WaitingRetryView {
  readonly messageId: string;
  readonly topic: string;
  readonly key: string | null;
  readonly attempt: number;
  readonly visibleAt: string;
  readonly errorType: string | null;
  readonly errorMessage: string | null;
}

export interface WaitingRetriesPage {
  readonly group: GroupView;
  readonly items: readonly WaitingRetryView[];
  readonly nextCursor: string | null;
}

const PAGE = 50;

export const groupRetriesRead = defineRead({
  permission: 'group:read',
  input: groupInput.extend({ cursor: z.string().max(100).optional() }),
  run: async ({ broker, store }, { group: name, cursor }): Promise<WaitingRetriesPage> => {
    const group = await findGroup(broker, name);
    const rows = await waitingRetries(
      store.console,
      group.groupId,
      cursor === undefined ? null : readCursor(cursor),
      PAGE + 1,
    );
    const shown = rows.slice(0, PAGE);
    const last = rows.length > PAGE ? shown.at(-1) : undefined;
    return {
      group: toGroupView(group),
      items: shown.map(({ messageId, topic, key, attempt, visibleAt, errorType, errorMessage }) => ({
        messageId,
        topic,
        key,
        attempt,
        visibleAt: visibleAt.toISOString(),
        errorType,
        errorMessage,
      })),
      nextCursor: last === undefined ? null : [last.visibleAtText, last.queueId, last.off].join('_'),
    };
  },
});

function readCursor(text: string): WaitingRetryCursor {
  const match = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z)_(\d{1,9})_(\d{1,15})$/.exec(text);
  if (match === null)
    throw new BrokerError('bad-request', 'cursor is not one of this list.', {
      field: 'cursor',
      value: text.slice(0, 40),
    });
  return { visibleAt: match[1] ?? '', queueId: Number(match[2]), off: Number(match[3]) };
}
