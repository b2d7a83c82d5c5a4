'use client';

import { useState } from 'react';
import { useLiveQuery } from '@/components/live/use-live-query';
import { useWorkspace } from '@/components/live/use-workspace';
import { Banner } from '@/components/ui/banner';
import { Button } from '@/components/ui/button';
import { ConfirmDialog } from '@/components/form/confirm-dialog';
import { useToast } from '@/components/ui/toast';
import { openLettersAction } from '@/lib/console/actions/dead-letters';
import { COUNTED_LETTERS } from '@/lib/model/dead-letter/counted-letters';
import { keptWords, missingWords, writeOnlyOf } from './index-note.model';

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
      <p className="small text-2">How complete this list is is unknown: {index.error.message}</p>
    );
  const missing = missingWords(index.data, Date.parse(index.asOf ?? ''));
  const mayNot = notAllowed ?? (index.data.allowsChanges ? null : 'the cluster is attached for reading only');
  return (
    <>
      {missing.length === 0 ? null : (
        <Banner tone="warning">
          <b>Not all dead letters are listed.</b> {missing.slice(0, SHOWN).join('; ')}
          {missing.length > SHOWN ? `; and ${missing.length - SHOWN} more` : ''}.
        </Banner>
      )}
      {writeOnlyOf(index.data).map(({ group: name, brokers }) => (
        <Banner key={name} tone="warning">
          <b>The dead letters of {name} cannot be read.</b> {brokers} keeps them for writing only, as brokers before 4.9
          made them.{' '}
          <Button size="small" onClick={() => setOpening(name)} disabledReason={mayNot}>
            Make them readable…
          </Button>
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
      title={`Make the dead letters of ${group} readable?`}
      confirmLabel="Make readable"
      requireReason
      initialReason={`To list the dead letters of ${group} in the console`}
      run={({ reason }) => openLettersAction({ group, reason }, workspace)}
      onDone={({ brokers }) => {
        toast(brokers.length === 0 ? 'They were readable already.' : `Readable on ${brokers.join(', ')}.`);
        onDone();
        onClose();
      }}
    >
      <p>
        The topic %DLQ%{group} gets the right to be read on each broker where it has none. Its queues and messages stay
        as they are. They are listed here within a minute.
      </p>
    </ConfirmDialog>
  );
}
