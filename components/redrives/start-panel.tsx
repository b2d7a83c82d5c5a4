'use client';

import { RotateCw, Undo2 } from 'lucide-react';
import { useRef, useState } from 'react';
import { Field } from '@/components/form/field';
import { FormFailure } from '@/components/form/form-failure';
import { NumberInput, TextArea } from '@/components/form/inputs';
import { useActionForm } from '@/components/form/use-action-form';
import { useShortcut } from '@/components/keyboard/use-shortcut';
import { Button } from '@/components/ui/button';
import { Icon } from '@/components/ui/icon';
import { formatCount } from '@/components/ui/number.model';
import { startRedriveAction } from '@/lib/console/actions/start-redrive';
import type { RedrivePlanView } from '@/lib/console/reads/redrive-plan';
import { REDRIVE_LIMITS } from '@/lib/model/redrive';
import { startBlock } from './plan.model';
import styles from './redrives.module.css';

interface StartPanelProps {
  readonly plan: RedrivePlanView;
  readonly rateText: string;
  readonly onRate: (text: string) => void;
  readonly rate: { readonly rate: number | null; readonly error: string | null };
  readonly onStarted: (redriveId: number) => void;
}

export function StartPanel({ plan, rateText, onRate, rate, onStarted }: StartPanelProps) {
  const form = useRef<HTMLFormElement>(null);
  const [reason, setReason] = useState('');
  // one plan on screen is one re-drive, however often the button is pressed or the network repeats it
  const [requestId] = useState(() => crypto.randomUUID());
  const needed = plan.inSet >= REDRIVE_LIMITS.reasonFrom;
  const block = startBlock(plan, reason, rate.error);
  const start = useActionForm(
    {
      action: startRedriveAction,
      input: () =>
        block === null
          ? { group: plan.group, selection: plan.selection, ratePerSecond: rate.rate, reason: reason.trim(), requestId }
          : null,
      onDone: ({ redriveId }) => onStarted(redriveId),
    },
    ['reason', 'ratePerSecond'],
  );
  useShortcut('mod+enter', () => form.current?.requestSubmit(), 'Start the re-drive', block === null);
  return (
    <section className="panel">
      <header>
        <h2>Start</h2>
      </header>
      <form ref={form} onSubmit={start.onSubmit} className={`panel-body ${styles.decision}`}>
        <Field
          label="Maximum rate"
          error={rate.error ?? start.errorOf('ratePerSecond')}
          hint="Released evenly; live messages are served beside them. Empty: as fast as it goes."
        >
          <NumberInput value={rateText} onChange={onRate} note="per s" />
        </Field>
        <Field
          label={`Reason, kept in the audit log${needed ? '' : ' (optional)'}`}
          error={start.errorOf('reason')}
          hint={`${REDRIVE_LIMITS.reasonFrom} or more messages need one.`}
        >
          <TextArea
            value={reason}
            onChange={(event) => setReason(event.target.value)}
            rows={3}
            maxLength={REDRIVE_LIMITS.reasonChars}
            placeholder="What was fixed?"
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
          Start with {formatCount(plan.inSet)}
        </Button>
        <p className="small text-2 row row-tight">
          <Icon of={Undo2} />
          You can pause, cancel or recall at any time. What a client has fetched cannot be recalled.
        </p>
      </form>
    </section>
  );
}
