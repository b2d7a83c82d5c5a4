'use client';

import { useState } from 'react';
import { BrokerFigure } from '@/components/clusters/figure';
import { Field } from '@/components/form/field';
import { FormDialog } from '@/components/form/form-dialog';
import { Select, TextArea, TextInput } from '@/components/form/inputs';
import { useActionForm } from '@/components/form/use-action-form';
import { ReadProblem } from '@/components/live/read-problem';
import { useLiveQuery } from '@/components/live/use-live-query';
import { useWorkspace } from '@/components/live/use-workspace';
import { useNow } from '@/components/ui/clock';
import { Segmented } from '@/components/ui/segmented';
import { resetOffsetAction } from '@/lib/console/actions/reset-offset';
import { type OffsetKind, offsetTarget } from './offset.model';

interface BrokerOffsetDialogProps {
  readonly group: string;
  readonly topics: readonly string[];
  readonly onClose: () => void;
  readonly onDone: () => void;
}

const KINDS = [
  { value: 'time', label: 'A time' },
  { value: 'newest', label: 'Newest' },
  { value: 'earliest', label: 'Earliest kept' },
] as const;

/** Where a group of a cluster reads on in one topic, and what that skips or repeats, before it is done. */
export function BrokerOffsetDialog({ group, topics, onClose, onDone }: BrokerOffsetDialogProps) {
  const workspace = useWorkspace();
  const now = useNow();
  const [kind, setKind] = useState<OffsetKind>('time');
  const [topic, setTopic] = useState(topics[0] ?? '');
  const [time, setTime] = useState(() => new Date(now - 3_600_000).toISOString().slice(0, 16).concat('Z'));
  const [reason, setReason] = useState('');
  const to = offsetTarget(kind, time);
  const params = { group, topic, to: to ?? 'newest' };
  const preview = useLiveQuery('brokerReset', params, { live: { kinds: ['group'], group }, enabled: to !== null });
  const plan = to === null || preview.isPrevious ? undefined : preview.data;
  const form = useActionForm(
    {
      action: (input: Parameters<typeof resetOffsetAction>[0]) => resetOffsetAction(input, workspace),
      input: () => (to === null ? null : { name: group, topic, to, reason: reason.trim() }),
      onDone: () => {
        onClose();
        onDone();
      },
    },
    ['to', 'topic', 'reason'],
  );
  const counted = plan === undefined ? 'Counting' : reason.trim() === '' ? 'Enter a reason' : null;
  return (
    <FormDialog
      title={`Reset the position of ${group}`}
      onClose={onClose}
      form={form}
      danger
      size="wide"
      submitLabel={`Reset position in ${topic}`}
      blocker={to === null ? 'Enter a time' : counted}
    >
      <Field label="Topic" error={form.errorOf('topic')}>
        <Select value={topic} onChange={({ target }) => setTopic(target.value)}>
          {topics.map((each) => (
            <option key={each} value={each}>
              {each}
            </option>
          ))}
        </Select>
      </Field>
      <Segmented label="Continue from" value={kind} options={KINDS} onChange={setKind} />
      {kind === 'time' ? (
        <Field
          label="From, UTC"
          hint="Starts with the first message stored at this time or later, for example 2026-11-24T13:00Z."
          error={to === null ? 'This is not a time: write it as 2026-11-24T13:00Z.' : form.errorOf('to')}
        >
          <TextInput value={time} onChange={(event) => setTime(event.target.value)} mono spellCheck={false} />
        </Field>
      ) : null}
      <ReadProblem error={preview.error} onRetry={preview.retry} />
      {plan === undefined ? null : (
        <p aria-live="polite">
          It skips <BrokerFigure reading={plan.skipped} /> and delivers <BrokerFigure reading={plan.again} /> again, on
          all brokers together. Retry topics and dead letters stay as they are. Clients follow within one long poll.
        </p>
      )}
      <Field label="Reason, kept in the audit log" error={form.errorOf('reason')}>
        <TextArea value={reason} onChange={(event) => setReason(event.target.value)} rows={2} maxLength={500} />
      </Field>
    </FormDialog>
  );
}
