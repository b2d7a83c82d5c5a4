'use client';

import { useState } from 'react';
import { Field } from '@/components/form/field';
import { FormDialog } from '@/components/form/form-dialog';
import { Select, TextArea } from '@/components/form/inputs';
import { useActionForm } from '@/components/form/use-action-form';
import { useWorkspace } from '@/components/live/use-workspace';
import { useNow } from '@/components/ui/clock';
import { Segmented } from '@/components/ui/segmented';
import { Time } from '@/components/ui/time';
import { acknowledgeProblemAction } from '@/lib/console/actions/problems';
import { ACK_LIMITS } from '@/lib/model/problem/acknowledged';
import { toText } from '@/lib/model/problem/phrase';
import type { Problem } from '@/lib/model/problem/problem';

const HOURS = [
  { value: '0.5', label: '30 min' },
  { value: '1', label: '1 h' },
  { value: '4', label: '4 h' },
  { value: '12', label: '12 h' },
] as const;
type Hours = (typeof HOURS)[number]['value'];

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
      title="Acknowledge a problem"
      description="It leaves the list, and others see that you work on it. It comes back when the time is over, when it gets worse by a quarter or more urgent, or when it ends and begins anew. An alarm about it is acknowledged too."
      onClose={onClose}
      form={form}
      submitLabel="Acknowledge"
    >
      <Field label="Problem" error={form.errorOf('problem')}>
        <Select value={key} onChange={(event) => setKey(event.target.value)}>
          {problems.map((problem) => (
            <option key={problem.key} value={problem.key}>
              {problem.subject.name}: {toText(problem.says)}
            </option>
          ))}
        </Select>
      </Field>
      <div className="col col-tight">
        <Segmented label="For how long" value={hours} options={HOURS} onChange={setHours} />
        <span className="small text-2">
          until <Time at={until} style="clock" />
        </span>
      </div>
      <Field label="Note for the others" error={form.errorOf('note')}>
        <TextArea
          value={note}
          onChange={(event) => setNote(event.target.value)}
          placeholder="Rolling back 2.14.0; northpay is informed"
          rows={2}
          maxLength={ACK_LIMITS.noteChars}
        />
      </Field>
    </FormDialog>
  );
}
