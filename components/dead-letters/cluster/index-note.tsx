'use client';

import { useState } from 'react';
import { useLiveQuery } from '@/components/live/use-live-query';
import { useWorkspace } from '@/components/live/use-workspace';
import { Banner } from '@/components/ui/banner';
import { Button } from '@/components/ui/button';
import { ConfirmDialog } from '@/components/form/confirm-dialog';
import { useToast } from '@/components/ui/toast';
import { openLettersAction } from '@/lib/console/actions/dead-letters';
import { enumerated, sentences } from '@/lib/model/language/list';
import { COUNTED_LETTERS } from '@/lib/model/dead-letter/counted-letters';
import { keptWords, missingWords, writeOnlyOf } from './index-note.model';
import { Said } from '@/components/ui/said';
import { pieces, t } from '@/lib/model/language/t';

const SHOWN = 6;

interface IndexNoteProps {
  readonly group: string | undefined;
  /** Null: may make dead letters readable. */
  readonly notAllowed: string | null;
}

/** How complete the list is: what is missing and why, and what only this console still has. */
export function IndexNote({ group, notAllowed }: IndexNoteProps) {
  const index = useLiveQuery('letterIndex', { group }, { live: { kinds: ['dead-letter', 'sample'] } });
  const [opening, setOpening] = useState<string | null>(null);
  if (index.data === undefined)
    return index.error === null ? null : (
      <p className="small text-2">
        {t('It is unknown how complete this list is: {message}', { message: index.error.message })}
      </p>
    );
  const missing = missingWords(index.data, Date.parse(index.asOf ?? ''));
  const mayNot = notAllowed ?? (index.data.allowsChanges ? null : t('The cluster is attached read-only'));
  return (
    <>
      {missing.length === 0 ? null : (
        <Banner tone="warning">
          <b>{t('Not all dead letters are listed.')}</b>{' '}
          {sentences(
            ...missing.slice(0, SHOWN),
            missing.length > SHOWN ? t('{count, number} more.', { count: missing.length - SHOWN }) : '',
          )}
        </Banner>
      )}
      {writeOnlyOf(index.data).map(({ group: name, brokers }) => (
        <Banner key={name} tone="warning">
          <Said
            of={pieces(
              `<b>The dead letters of {name} cannot be read.</b> The topic is write-only on {brokers}, as created by
              brokers before 4.9. {button}`,
              {
                name,
                brokers,
                button: (
                  <Button size="small" onClick={() => setOpening(name)} disabledReason={mayNot}>
                    {t('Make them readable…')}
                  </Button>
                ),
              },
            )}
          />
        </Banner>
      ))}
      <p className="small text-2">{keptWords(index.data, COUNTED_LETTERS)}</p>
      {opening === null ? null : <OpenDialog group={opening} onClose={() => setOpening(null)} onDone={index.retry} />}
    </>
  );
}

interface OpenDialogProps {
  readonly group: string;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

function OpenDialog({ group, onClose, onDone }: OpenDialogProps) {
  const workspace = useWorkspace();
  const toast = useToast();
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => (open ? undefined : onClose())}
      title={t('Make the dead letters of {group} readable?', { group })}
      confirmLabel={t('Make readable')}
      requireReason
      initialReason={t('To list the dead letters of {group} in the console', { group })}
      run={({ reason }) => openLettersAction({ group, reason }, workspace)}
      onDone={({ brokers }) => {
        toast(
          brokers.length === 0
            ? t('They were already readable.')
            : t('Readable on {brokers}.', { brokers: enumerated(brokers) }),
        );
        onDone();
        onClose();
      }}
    >
      <p>
        {t(
          `The topic %DLQ%{group} becomes readable on each broker where it is not. Its queues and messages stay
          unchanged. The dead letters are listed here within a minute.`,
          { group },
        )}
      </p>
    </ConfirmDialog>
  );
}
