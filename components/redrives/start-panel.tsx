'use client';

import { RotateCw, Undo2 } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Field } from '@/components/form/field';
import { Form } from '@/components/form/form';
import { FormFailure } from '@/components/form/form-failure';
import { NumberInput, TextArea } from '@/components/form/inputs';
import { useActionForm } from '@/components/form/use-action-form';
import { useWorkspace } from '@/components/live/use-workspace';
import { isFocusFree } from '@/components/keyboard/typing';
import { useShortcut } from '@/components/keyboard/use-shortcut';
import { Button } from '@/components/ui/button';
import { Icon } from '@/components/ui/icon';
import { startRedriveAction } from '@/lib/console/actions/redrives';
import type { RedrivePlanView } from '@/lib/console/operations/redrives/views';
import { t } from '@/lib/model/language/t';
import { REDRIVE_LIMITS } from '@/lib/model/redrive/redrive';
import styles from './redrives.module.css';
import {
  careOfDraft,
  liveDelayWords,
  rampWords,
  readCanary,
  readLiveDelay,
  readRate,
  startBlock,
  type StartDraft,
  startLabel,
} from './start.model';

interface StartPanelProps {
  readonly plan: RedrivePlanView;
  readonly draft: StartDraft;
  readonly onChange: (fields: Partial<StartDraft>) => void;
  readonly onStarted: (redriveId: number) => void;
}

export function StartPanel({ plan, draft, onChange, onStarted }: StartPanelProps) {
  const form = useRef<HTMLFormElement>(null);
  // one plan on screen is one re-drive, however often the button is pressed or the network repeats it
  const [requestId] = useState(() => crypto.randomUUID());
  const needed = plan.inSet >= REDRIVE_LIMITS.reasonFrom;
  const block = startBlock(plan, draft);
  const rate = readRate(draft.rate);
  const workspace = useWorkspace();
  const { cluster } = plan;
  const start = useActionForm(
    {
      action: (input: Parameters<typeof startRedriveAction>[0]) => startRedriveAction(input, workspace),
      input: () => {
        const care = careOfDraft(draft);
        if (block !== null || care === null) return null;
        return {
          group: plan.group,
          selection: plan.selection,
          ratePerSecond: rate.value,
          ...care,
          reason: draft.reason.trim(),
          requestId,
          ...(plan.alarm === null ? {} : { incident: plan.alarm.incidentId }),
          ...(draft.edits === null ? {} : { edits: draft.edits }),
          ...(draft.topic === null ? {} : { target: { topic: draft.topic } }),
          ...(cluster === null ? {} : { confirmed: [...draft.confirmed] }),
          ...(cluster?.assumed == null ? {} : { assumed: cluster.assumed }),
        };
      },
      onDone: ({ redriveId }) => onStarted(redriveId),
    },
    ['reason', 'ratePerSecond', 'canary'],
  );
  useShortcut('mod+enter', () => form.current?.requestSubmit(), t('Start the re-drive'), block === null);
  useStartInReach(form, needed);
  return (
    <section className="panel">
      <header>
        <h2>{t('Start')}</h2>
      </header>
      <Form ref={form} onSubmit={start.onSubmit} className={`panel-body ${styles.decision}`}>
        {draft.topic === null ? (
          <label className="row row-tight">
            <input
              type="checkbox"
              checked={draft.hasCanary}
              onChange={({ target }) => onChange({ hasCanary: target.checked })}
            />
            <span>
              {t('Canary first')} <span className="small text-2">{rampWords(draft)}</span>
            </span>
          </label>
        ) : null}
        <div className={styles.numbers}>
          {draft.topic === null && draft.hasCanary ? (
            <Field label={t('Canary')} error={readCanary(draft.canary).error ?? start.errorOf('canary')}>
              <NumberInput value={draft.canary} onChange={(canary) => onChange({ canary })} note={t('messages')} />
            </Field>
          ) : null}
          <Field label={t('Maximum rate')} error={rate.error ?? start.errorOf('ratePerSecond')}>
            <NumberInput
              value={draft.rate}
              onChange={(text) => onChange({ rate: text })}
              note={t('per s')}
              placeholder={t('no limit')}
            />
          </Field>
        </div>
        {draft.topic === null ? (
          <label className="row row-tight">
            <input
              type="checkbox"
              checked={draft.stops}
              onChange={({ target }) => onChange({ stops: target.checked })}
            />
            <span>
              {t('Stop automatically')}{' '}
              <span className="small text-2">
                {t('When 20 % of the last 20 first deliveries fail, or no client fetches for 2 min.')}
              </span>
            </span>
          </label>
        ) : null}
        {draft.topic === null ? <LiveDelay delay={plan.evidence.liveDelayP95Ms} {...{ draft, onChange }} /> : null}
        <Field
          label={needed ? t('Reason, kept in the audit log') : t('Reason, kept in the audit log (optional)')}
          required={needed}
          error={start.errorOf('reason')}
        >
          <TextArea
            value={draft.reason}
            onChange={(event) => onChange({ reason: event.target.value })}
            rows={2}
            maxLength={REDRIVE_LIMITS.reasonChars}
            placeholder={
              needed
                ? t('Required for {reasonFrom} or more messages', { reasonFrom: REDRIVE_LIMITS.reasonFrom })
                : t('Why now?')
            }
          />
        </Field>
        <FormFailure failure={start.failure} slow={start.slow} />
        <Button
          type="submit"
          variant="primary"
          size="large"
          icon={RotateCw}
          keys="⌘↵"
          pending={start.pending}
          disabledReason={block}
          className={styles.primary ?? ''}
        >
          {startLabel(plan, draft)}
        </Button>
        <p className="small text-2 row row-tight">
          <Icon of={Undo2} />
          {cluster !== null
            ? t(
                `You can pause or cancel at any time. Sent messages cannot be recalled: the log of the brokers keeps
                them.`,
              )
            : draft.topic === null
              ? t('You can pause, cancel or recall at any time. Messages that a client has fetched cannot be recalled.')
              : t('You can pause or cancel at any time. Messages that were sent to a topic cannot be recalled.')}
        </p>
        {plan.alarm === null || !plan.alarm.open ? null : (
          <p className="small text-2">
            {plan.excluded > 0
              ? t('The alarm stays open until all its dead letters are handled, including those left out.')
              : t('The alarm stays open until all its dead letters are handled.')}
          </p>
        )}
      </Form>
    </section>
  );
}

type LiveDelayProps = Pick<StartPanelProps, 'draft' | 'onChange'> & {
  readonly delay: RedrivePlanView['evidence']['liveDelayP95Ms'];
};

/** The rate adapts to live traffic: it is 0 while live messages wait too long. An engine that cannot tell says so. */
function LiveDelay({ delay, draft, onChange }: LiveDelayProps) {
  if (delay.kind === 'unknown' && delay.notOffered === true)
    return (
      <p className="small text-2">
        {t('Pausing for live messages is not available: {reason}', { reason: delay.reason })}
      </p>
    );
  return (
    <Field
      label={t('Pause while the live delay (p95) is above')}
      hint={liveDelayWords(delay)}
      error={readLiveDelay(draft.liveDelayMs).error}
    >
      <NumberInput
        value={draft.liveDelayMs}
        onChange={(liveDelayMs) => onChange({ liveDelayMs })}
        note={t('ms')}
        placeholder={t('never paused')}
      />
    </Field>
  );
}

/** The decision of this page is one key away; where a reason is needed and missing, the reason is. */
function useStartInReach(form: React.RefObject<HTMLFormElement | null>, needed: boolean): void {
  const done = useRef(false);
  useEffect(() => {
    if (done.current) return;
    done.current = true;
    if (!isFocusFree()) return;
    const reason = form.current?.querySelector('textarea');
    const button = form.current?.querySelector<HTMLButtonElement>('button[type=submit]:not([aria-disabled])');
    (needed && reason?.value.trim() === '' ? reason : button)?.focus({ preventScroll: true });
  }, [form, needed]);
}
