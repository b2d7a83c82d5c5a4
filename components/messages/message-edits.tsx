'use client';

import { ReadProblem } from '@/components/live/read-problem';
import { useLiveQuery } from '@/components/live/use-live-query';
import { DiffView } from './diff-view';
import { EmptyState } from '@/components/ui/empty-state';
import { Skeleton } from '@/components/ui/skeleton';
import { t } from '@/lib/model/language/t';

interface MessageEditsProps {
  readonly messageId: string;
  readonly group: string;
  readonly notAllowed: string | null;
}

/** What re-drives made of the message for this group, and what it was before. Other groups have it as it was sent. */
export function MessageEdits({ notAllowed, ...rest }: MessageEditsProps) {
  return (
    <div className="panel-body">
      {notAllowed === null ? <Edits {...rest} /> : <EmptyState kind="not-allowed">{notAllowed}</EmptyState>}
    </div>
  );
}

function Edits({ messageId, group }: Omit<MessageEditsProps, 'notAllowed'>) {
  const edits = useLiveQuery('messageEdits', { id: messageId }, { live: { kinds: ['redrive'], group } });
  if (edits.data === undefined)
    return edits.error === null ? (
      <Skeleton label={t('Loading changes')} />
    ) : (
      <ReadProblem error={edits.error} onRetry={edits.retry} />
    );
  return edits.data
    .filter((edit) => edit.group === group)
    .map(({ redriveId, before, after }) => (
      <div key={redriveId}>
        <p className="small text-2">
          {t('Changed by {run}: as sent, and as this group receives it', { run: `RD-${redriveId}` })}
        </p>
        <DiffView before={before} after={after} />
      </div>
    ));
}
