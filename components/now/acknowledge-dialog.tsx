'use client';

import { useState } from 'react';
import { Field } from '@/components/form/field';
import { FormDialog } from '@/components/form/form-dialog';
import { Select, TextArea } from '@/components/form/inputs';
import { useActionForm } from '@/components/form/use-action-form';
import { useWorkspace } from '@/components/live/use-workspace';
import { useNow } from '@/components/ui/clock';
import { Segmented } from '@/components/ui/segmented';
import { formatDuration } from '@/components/ui/duration.model';
import { Said } from '@/components/ui/said';
import { Time } from '@/components/ui/time';
import { between, pieces, t } from '@/lib/model/language/t';
import { acknowledgeProblemAction } from '@/lib/console/actions/problems';
import { ACK_LIMITS } from '@/lib/model/problem/acknowledged';
import { toText } from '@/lib/model/problem/phrase';
import type { Problem } from '@/lib/model/problem/problem';

const HOURS = ['0.5', '1', '4', '12'] as const;
type Hours = (typeof HOURS)[number];

const choices = () => HOURS.map((value) => ({ value, label: formatDuration(Number(value) * 3_600_000) }));

type Acknowledged = Parameters<typeof acknowledgeProblemAction>[0];

interface AcknowledgeDialogProps {
  readonly problems: readonly Problem[];
  /** Chosen before; null: the most urgent one. */
  readonly first: Problem | null;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

/** Who has it in hand, until when, and what the others should know. */
export function AcknowledgeDialog({ problems, first, onClose, onDone }: AcknowledgeDialogProps) {
  const [key, setKey] = useState(first?.key ?? problems[0]?.key ?? '');
  const [hours, setHours] = useState<Hours>('1');
  const [note, setNote] = useState('');
  const forMs = Number(hours) * 3_600_000;
  const until = new Date(useNow() + forMs).toISOString();
  const workspace = useWorkspace();
  const form = useActionForm(
    {
      action: (given: Acknowledged) => acknowledgeProblemAction(given, workspace),
      input: () => ({ problem: key, forMs, note: note.trim() }),
      onDone,
    },
    ['problem', 'note'],
  );
  return (
    <FormDialog
      title={t('Acknowledge a problem')}
      description={t(
        `Hides the problem from the list and shows your name on it. It returns when the time is up, when it grows by
        25 % or becomes more urgent, or when it recurs. An alarm about it is acknowledged too.`,
      )}
      onClose={onClose}
      form={form}
      submitLabel={t('Acknowledge')}
    >
      <Field label={t('Problem')} error={form.errorOf('problem')}>
        <Select value={key} onChange={(event) => setKey(event.target.value)}>
          {problems.map((problem) => (
            <option key={problem.key} value={problem.key}>
              {problem.subject.name}
              {between(':')}
              {toText(problem.says)}
            </option>
          ))}
        </Select>
      </Field>
      <div className="col col-tight">
        <Segmented label={t('For how long')} value={hours} options={choices()} onChange={setHours} />
        <span className="small text-2">
          <Said of={pieces('until {time}', { time: <Time at={until} style="clock" /> })} />
        </span>
      </div>
      <Field label={t('Note for other operators')} error={form.errorOf('note')}>
        <TextArea
          value={note}
          onChange={(event) => setNote(event.target.value)}
          placeholder={t('Rolling back 2.14.0; northpay is informed')}
          rows={2}
          maxLength={ACK_LIMITS.noteChars}
        />
      </Field>
    </FormDialog>
  );
}
