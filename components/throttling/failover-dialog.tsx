'use client';

import { useState } from 'react';
import { Field } from '@/components/form/field';
import { FormDialog } from '@/components/form/form-dialog';
import { DurationInput, TextInput } from '@/components/form/inputs';
import { ReasonField, useReason } from '@/components/form/reason-field';
import { useActionForm } from '@/components/form/use-action-form';
import { useToast } from '@/components/ui/toast';
import { setFailoverAction } from '@/lib/console/actions/topics';
import type { FailoverView } from '@/lib/console/operations/limits/views';
import { FAILOVER } from '@/lib/model/throttle/failover';
import { pieces, t } from '@/lib/model/language/t';
import { Said } from '@/components/ui/said';

interface FailoverDialogProps {
  /** Null: there is none yet. */
  readonly failover: FailoverView | null;
  readonly topic: string;
  readonly onClose: () => void;
  readonly onChanged: () => void;
}

/** Says, changes or takes back where the producers of a topic go. An empty endpoint takes it back. */
export function FailoverDialog({ failover, topic: first, onClose, onChanged }: FailoverDialogProps) {
  const [topic, setTopic] = useState(first);
  const [endpoints, setEndpoints] = useState(failover?.endpoints ?? '');
  const [afterMs, setAfterMs] = useState<number | null>(
    (failover?.afterSeconds ?? FAILOVER.defaultAfterSeconds) * 1000,
  );
  const reason = useReason('');
  const toast = useToast();
  const form = useActionForm(
    {
      action: setFailoverAction,
      input: () =>
        afterMs === null
          ? null
          : {
              topic: topic.trim(),
              endpoints: endpoints.trim() === '' ? null : endpoints.trim(),
              afterSeconds: Math.round(afterMs / 1000),
              version: failover?.version ?? 0,
              reason: reason.text,
            },
      onDone: () => {
        toast(
          endpoints.trim() === '' ? t('{topic}: endpoint removed', { topic }) : t('{topic}: endpoint saved', { topic }),
        );
        onChanged();
        onClose();
      },
    },
    ['topic', 'endpoints', 'afterSeconds', 'reason'],
  );
  const blocker =
    topic.trim() === ''
      ? t('Enter a topic')
      : afterMs === null
        ? t('The time is not valid')
        : failover === null && endpoints.trim() === ''
          ? t('Enter an endpoint')
          : null;
  return (
    <FormDialog
      title={t('Failover endpoint')}
      onClose={onClose}
      form={form}
      submitLabel={t('Save endpoint')}
      blocker={blocker}
    >
      {failover === null ? (
        <Field label={t('Topic')} error={form.errorOf('topic')}>
          <TextInput
            value={topic}
            onChange={(event) => setTopic(event.target.value)}
            autoComplete="off"
            spellCheck={false}
          />
        </Field>
      ) : (
        <p>
          <Said of={pieces('Topic <b>{topic}</b>', { topic })} />
        </p>
      )}
      <Field
        label={t('Endpoint')}
        error={form.errorOf('endpoints')}
        hint={
          failover === null
            ? t(
                `host:port, several separated by semicolons. The broker shows it to operators and in the API; it does
                not forward messages.`,
              )
            : t(
                `host:port, several separated by semicolons. Leave empty to remove the endpoint. The broker shows it to
                operators and in the API; it does not forward messages.`,
              )
        }
      >
        <TextInput
          value={endpoints}
          onChange={(event) => setEndpoints(event.target.value)}
          autoComplete="off"
          spellCheck={false}
          placeholder={'rocketmq-b.example.com:8081'}
        />
      </Field>
      <Field label={t('Once throttled for')} error={form.errorOf('afterSeconds')}>
        <DurationInput valueMs={afterMs} onChange={setAfterMs} />
      </Field>
      <ReasonField reason={reason} error={form.errorOf('reason')} />
    </FormDialog>
  );
}
