'use client';

import { FlaskConical } from 'lucide-react';
import { useState } from 'react';
import { useAction } from '@/components/form/use-action';
import { useWorkspace } from '@/components/live/use-workspace';
import { Button } from '@/components/ui/button';
import { tryLetterAction } from '@/lib/console/actions/dead-letters';
import styles from './redrives.module.css';

interface PlanTryProps {
  readonly deadLetterId: number;
  readonly notAllowed: string | null;
}

/** One connected 4.x client handles the oldest letter now, and the page says what it said. */
export function PlanTry({ deadLetterId, notAllowed }: PlanTryProps) {
  const workspace = useWorkspace();
  const { run, pending, failure } = useAction();
  const [said, setSaid] = useState<string | null>(null);
  const attempt = () =>
    run(
      () => tryLetterAction({ deadLetterId }, workspace),
      ({ client, isConsumed, result, remark, tookMs }) =>
        setSaid(
          `${isConsumed ? 'Consumed' : 'Not consumed'} by ${client} in ${tookMs} ms: ${result}` +
            `${remark === null || remark === '' ? '' : `, ${remark}`}. It is a dead letter as before.`,
        ),
    );
  return (
    <section className="panel">
      <header>
        <h2>Try one now</h2>
        <span className="small text-2">the oldest of the set, with one connected 4.x client</span>
      </header>
      <div className={`panel-body ${styles.decision}`}>
        <p className="small text-2">
          Its listener really handles the message, and sees the dead-letter topic as the topic. Nothing is stored:
          whatever comes of it, the letter stays.
        </p>
        <Button icon={FlaskConical} onClick={attempt} pending={pending} disabledReason={notAllowed}>
          Try one now
        </Button>
        {said === null ? null : <output className="small">{said}</output>}
        {failure === null ? null : (
          <p className="small fg-dlq" role="alert">
            {failure.message}
          </p>
        )}
      </div>
    </section>
  );
}
