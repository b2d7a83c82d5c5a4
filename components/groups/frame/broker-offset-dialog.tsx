'use client';

import { useState } from 'react';
import { BrokerFigure } from '@/components/clusters/figure';
import { Field } from '@/components/form/field';
import { Select } from '@/components/form/inputs';
import { useActionForm } from '@/components/form/use-action-form';
import { useLiveQuery } from '@/components/live/use-live-query';
import { useWorkspace } from '@/components/live/use-workspace';
import { resetOffsetAction } from '@/lib/console/actions/groups';
import { OffsetForm, useOffsetDraft } from './offset-fields';
import { firstTopic, topicChoices } from './offset.model';
import { pieces, t } from '@/lib/model/language/t';
import { Said } from '@/components/ui/said';

interface BrokerOffsetDialogProps {
  readonly group: string;
  readonly topics: readonly string[];
  /** The topic whose backlog is to be skipped; null: none is chosen yet. */
  readonly skip: string | null;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

/** Where a group of a cluster reads on in one topic, and what that skips or repeats, before it is done. */
export function BrokerOffsetDialog({ group, topics, skip, onClose, onDone }: BrokerOffsetDialogProps) {
  const workspace = useWorkspace();
  const draft = useOffsetDraft(skip === null ? 'time' : 'newest');
  const { to, reason } = draft;
  const [topic, setTopic] = useState(() => firstTopic(topics, skip));
  const params = { group, topic, to: to ?? 'newest' };
  const preview = useLiveQuery('brokerReset', params, { live: { kinds: ['group'], group }, enabled: to !== null });
  const plan = to === null || preview.isPrevious ? undefined : preview.data;
  const form = useActionForm(
    {
      action: (input: Parameters<typeof resetOffsetAction>[0]) => resetOffsetAction(input, workspace),
      input: () => (to === null ? null : { group, topic, to, reason: reason.text }),
      onDone: () => {
        onClose();
        onDone();
      },
    },
    ['to', 'topic', 'reason'],
  );
  return (
    <OffsetForm
      {...{ group, draft, form, preview, onClose }}
      submitLabel={t('Reset offset in {topic}', { topic })}
      blocker={plan === undefined ? t('Counting') : null}
      before={
        <Field label={t('Topic')} error={form.errorOf('topic')}>
          <Select value={topic} onChange={({ target }) => setTopic(target.value)}>
            {topicChoices(topics, topic).map((each) => (
              <option key={each} value={each}>
                {each}
              </option>
            ))}
          </Select>
        </Field>
      }
    >
      {plan === undefined ? null : (
        <p aria-live="polite">
          <Said
            of={pieces(
              `Skips {skipped} and delivers {again} again, on all brokers together. Retry topics and dead letters
                are not changed. Clients continue from the new offset within one long poll.`,
              { skipped: <BrokerFigure reading={plan.skipped} />, again: <BrokerFigure reading={plan.again} /> },
            )}
          />
        </p>
      )}
    </OffsetForm>
  );
}
