'use client';

import { Binary, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { ReadProblem } from '@/components/live/read-problem';
import { useLiveQuery } from '@/components/live/use-live-query';
import { useWorkspace } from '@/components/live/use-workspace';
import { ConfirmDialog } from '@/components/form/confirm-dialog';
import { Button } from '@/components/ui/button';
import { formatBytes } from '@/components/ui/number.model';
import { OnDemand } from '@/components/ui/on-demand';
import { Skeleton } from '@/components/ui/skeleton';
import { Time } from '@/components/ui/time';
import { removeTopicDecoderAction } from '@/lib/console/actions/topics';
import type { TopicDecoderView } from '@/lib/console/operations/topics/views';
import { decoderWords } from './decoder.model';
import { between, pieces, t } from '@/lib/model/language/t';
import { Said } from '@/components/ui/said';

interface DecoderPanelProps {
  readonly topic: string;
  readonly mayNotChange: string | null;
}

const loadDialog = () => import('./decoder-dialog');

/** How bodies of the topic are read that are not text. */
export function DecoderPanel({ topic, mayNotChange }: DecoderPanelProps) {
  const read = useLiveQuery('topicDecoder', { topic }, { live: { kinds: ['topic'] } });
  const workspace = useWorkspace();
  const [open, setOpen] = useState<'edit' | 'remove' | null>(null);
  const close = (): void => setOpen(null);
  const decoder = read.data?.decoder;
  return (
    <section className="panel" aria-label={t('Body decoder')}>
      <header>
        <h2>{t('Body decoder')}</h2>
        <span className="panel-end row row-tight">
          {decoder == null ? null : (
            <Button size="small" icon={Trash2} disabledReason={mayNotChange} onClick={() => setOpen('remove')}>
              {t('Remove…')}
            </Button>
          )}
          {decoder === undefined ? null : (
            <Button size="small" icon={Binary} disabledReason={mayNotChange} onClick={() => setOpen('edit')}>
              {decoder === null ? t('Set a decoder…') : t('Change…')}
            </Button>
          )}
        </span>
      </header>
      <ReadProblem error={read.error} onRetry={read.retry} />
      <div className="panel-body">
        {decoder === undefined ? (
          read.error === null ? (
            <Skeleton label={t('Loading the decoder')} />
          ) : null
        ) : (
          <Words decoder={decoder} />
        )}
      </div>
      <OnDemand load={loadDialog} isWanted={open === 'edit'} onCancel={close}>
        {({ DecoderDialog }) =>
          open === 'edit' ? (
            <DecoderDialog topic={topic} decoder={decoder ?? null} onClose={close} onDone={read.retry} />
          ) : null
        }
      </OnDemand>
      <ConfirmDialog
        open={open === 'remove'}
        onOpenChange={close}
        title={t('Remove the decoder of {topic}?', { topic })}
        confirmLabel={t('Remove the decoder')}
        requireReason
        initialReason={t('Bodies of {topic} are shown as sent', { topic })}
        run={({ reason }) => removeTopicDecoderAction({ topic, version: decoder?.version ?? 0, reason }, workspace)}
        onDone={read.retry}
      >
        {t(
          `Bodies are shown as they were sent, and searches do not find decoded text. A masking rule with JSON paths
            then hides a body that is not JSON completely; in a JSON body it also hides text in the places where the
            rule expects fields. Stored and sent messages do not change.`,
        )}
      </ConfirmDialog>
    </section>
  );
}

function Words({ decoder }: { readonly decoder: TopicDecoderView | null }) {
  if (decoder === null)
    return (
      <p className="text-2">
        {t(
          `None: bodies are shown as they are. With a decoder, Protobuf, Avro, gzip and base64 in JSON are decoded
          wherever bodies are shown, searched and exported.`,
        )}
      </p>
    );
  const { updatedBy, updatedAt, schemaBytes } = decoder;
  return (
    <>
      <p>
        <b>{decoderWords(decoder)}</b>
        {schemaBytes === 0 ? null : (
          <span className="text-3"> · {t('schema of {size}', { size: formatBytes(schemaBytes) })}</span>
        )}
      </p>
      <p className="small text-2">
        <Said of={pieces('Set by {name} at {time}.', { name: updatedBy, time: <Time at={updatedAt} /> })} />
        {between()}
        {t(
          `Consumers and re-drives get the bytes as they were sent. A body that cannot be decoded is shown as bytes,
          with the reason.`,
        )}
      </p>
    </>
  );
}
