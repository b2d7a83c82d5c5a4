'use client';

import { useState } from 'react';
import { Field } from '@/components/form/field';
import { FormDialog } from '@/components/form/form-dialog';
import { DurationInput, NumberInput, Select } from '@/components/form/inputs';
import { ReasonField, useReason } from '@/components/form/reason-field';
import { useActionForm } from '@/components/form/use-action-form';
import type { ReadError } from '@/components/live/fetch-read';
import { ReadProblem } from '@/components/live/read-problem';
import { useLiveQuery } from '@/components/live/use-live-query';
import { Skeleton } from '@/components/ui/skeleton';
import { usePush } from '@/components/ui/use-push';
import { createRedirectAction } from '@/lib/console/actions/redrives';
import { REDIRECT_LIMITS } from '@/lib/model/redirect/redirect';
import type { RedirectPlanView } from '@/lib/console/operations/redirects/views';
import { hoursOf, planWords, scopeWords } from './redirects.model';
import { t } from '@/lib/model/language/t';

interface RedirectDialogProps {
  readonly group: string;
  /** The page is filtered by it; null: by none. */
  readonly cause: { readonly fingerprint: string; readonly errorType: string | null } | null;
  readonly onClose: () => void;
}

const WEEK_MS = 7 * 86_400_000;
const FIELDS = ['topic', 'ratePerSecond', 'canary', 'hours', 'reason'] as const;

/** Where new dead letters go by themselves, how fast and until when, with what that means before it is made. */
export function RedirectDialog({ group, cause, onClose }: RedirectDialogProps) {
  const push = usePush();
  const [isOfCause, setOfCause] = useState(cause !== null);
  const [topic, setTopic] = useState('');
  const [rate, setRate] = useState('10');
  const [canary, setCanary] = useState('10');
  const [endsMs, setEndsMs] = useState<number | null>(WEEK_MS);
  const fingerprint = isOfCause && cause !== null ? cause.fingerprint : null;
  const scope = scopeWords({ cause: fingerprint, errorType: cause?.errorType ?? null });
  const reason = useReason(topic === '' ? '' : t('Redirect {scope} of {group} to {topic}', { scope, group, topic }));
  const topics = useLiveQuery('redriveTopics', {}, { live: { kinds: ['topic'] } });
  const plan = useLiveQuery(
    'redirectPlan',
    { group, cause: fingerprint ?? undefined, topic },
    { live: { kinds: ['group', 'redrive'] } },
  );
  const form = useActionForm(
    {
      action: createRedirectAction,
      input: () => ({
        ...{ group, cause: fingerprint, topic, reason: reason.text },
        ...{ ratePerSecond: Number(rate), canary: Number(canary), hours: hoursOf(endsMs) },
      }),
      onDone: () => {
        onClose();
        push(`/redirects?group=${encodeURIComponent(group)}`);
      },
    },
    FIELDS,
  );
  const blocker =
    topic === ''
      ? t('Choose a topic')
      : plan.data === undefined
        ? t('The plan has not been read yet')
        : (plan.data.refusal ?? (endsMs === null ? t('Enter an end') : reason.missing));
  return (
    <FormDialog
      title={t('Redirect dead letters of {group} automatically', { group })}
      onClose={onClose}
      form={form}
      submitLabel={topic === '' ? t('Redirect') : t('Redirect to {topic}', { topic })}
      blocker={blocker}
    >
      {cause === null ? null : (
        <Field label={t('Dead letters')}>
          <Select value={isOfCause ? 'cause' : 'all'} onChange={({ target }) => setOfCause(target.value === 'cause')}>
            <option value="cause">
              {t('New dead letters with the cause {cause}', { cause: cause.errorType ?? cause.fingerprint })}
            </option>
            <option value="all">{t('All new dead letters of {group}', { group })}</option>
          </Select>
        </Field>
      )}
      <ReadProblem error={topics.error} onRetry={topics.retry} />
      <Field
        label={t('Topic')}
        required
        error={form.errorOf('topic') ?? (topic === '' ? null : plan.data?.refusal)}
        hint={t(
          'Each group that subscribes to it gets a copy. Messages must not be able to return to the group from there.',
        )}
      >
        <Select value={topic} onChange={({ target }) => setTopic(target.value)}>
          <option value="">{t('choose…')}</option>
          {(topics.data?.topics ?? []).map((name) => (
            <option key={name}>{name}</option>
          ))}
        </Select>
      </Field>
      <Field
        label={t('Rate')}
        error={form.errorOf('ratePerSecond')}
        hint={t('Maximum number of messages per second, 1 to {most, number}.', { most: REDIRECT_LIMITS.ratePerSecond })}
      >
        <NumberInput value={rate} onChange={setRate} note={t('per second')} />
      </Field>
      <Field
        label={t('Canary')}
        error={form.errorOf('canary')}
        hint={t('Messages sent first, 1 to {most, number}. The others wait until all of these are consumed.', {
          most: REDIRECT_LIMITS.canary,
        })}
      >
        <NumberInput value={canary} onChange={setCanary} note={t('messages')} />
      </Field>
      <Field
        label={t('Ends after')}
        error={form.errorOf('hours')}
        hint={t('1 h to 30 d. Later dead letters stay in the DLQ.')}
      >
        <DurationInput valueMs={endsMs} onChange={setEndsMs} />
      </Field>
      <ReasonField reason={reason} required error={form.errorOf('reason')} />
      <Plan plan={plan.data} error={plan.error} onRetry={plan.retry} topic={topic} />
    </FormDialog>
  );
}

interface PlanProps {
  readonly plan: RedirectPlanView | undefined;
  readonly error: ReadError | null;
  readonly onRetry: () => void;
  readonly topic: string;
}

function Plan({ plan, error, onRetry, topic }: PlanProps) {
  if (plan === undefined)
    return error === null ? <Skeleton rows={3} /> : <ReadProblem error={error} onRetry={onRetry} />;
  return (
    <ul className="small text-2" aria-label={t('Effect')}>
      {planWords(plan, topic).map((text) => (
        <li key={text}>{text}</li>
      ))}
    </ul>
  );
}
