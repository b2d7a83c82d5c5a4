'use client';

import { deletedWords } from '@/components/parts/remains.model';
import { useWorkspace } from '@/components/live/use-workspace';
import { useLiveQuery } from '@/components/live/use-live-query';
import { ReadProblem } from '@/components/live/read-problem';
import { ConfirmDialog } from '@/components/form/confirm-dialog';
import { Skeleton } from '@/components/ui/skeleton';
import { useToast } from '@/components/ui/toast';
import { deleteTopicAction } from '@/lib/console/actions/topics';
import { deletionLines } from './delete-topic.model';
import { t } from '@/lib/model/language/t';

interface DeleteTopicDialogProps {
  readonly topic: string;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

/** What goes with a topic and what stays, by counts; its name is typed unless it is empty. */
export function DeleteTopicDialog({ topic, onClose, onDone }: DeleteTopicDialogProps) {
  const toast = useToast();
  const workspace = useWorkspace();
  const plan = useLiveQuery('topicDeletePlan', { topic }, { live: { kinds: [] } });
  const { data } = plan;
  const full = data !== undefined && !data.isEmpty;
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={t('Delete topic {topic}?', { topic })}
      confirmLabel={t('Delete {name}', { name: topic })}
      cancelLabel={t('Keep topic')}
      danger
      requireReason={full}
      initialReason={t('Delete {name}', { name: topic })}
      {...(full ? { requireTyped: topic } : {})}
      run={({ reason, ...more }) =>
        deleteTopicAction({ topic, ...(full ? { confirm: topic, reason } : {}), ...more }, workspace)
      }
      onDone={({ inBrokers }) => {
        toast(deletedWords('topic', topic, inBrokers?.nameServers ?? []));
        onDone();
      }}
    >
      <ReadProblem error={plan.error} onRetry={plan.retry} />
      {data === undefined ? (
        plan.error === null ? (
          <Skeleton label={t('Counting messages in the topic')} />
        ) : null
      ) : (
        <ul className="col col-tight">
          {data.refusal === null ? null : (
            <li>
              <b>{data.refusal}</b>
            </li>
          )}
          {deletionLines(data).map((line) => (
            <li key={line}>{line}</li>
          ))}
          <li>
            {t(
              `Sends and receives then fail with “topic does not exist”. The name can be used again immediately.
                This cannot be undone.`,
            )}
          </li>
        </ul>
      )}
    </ConfirmDialog>
  );
}
