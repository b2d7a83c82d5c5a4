'use client';

import { FlaskConical } from 'lucide-react';
import { useState } from 'react';
import { useAction } from '@/components/form/use-action';
import { useWorkspace } from '@/components/live/use-workspace';
import { Button } from '@/components/ui/button';
import { tryLetterAction } from '@/lib/console/actions/dead-letters';
import { sentences } from '@/lib/model/language/list';
import { between, t } from '@/lib/model/language/t';
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
          sentences(
            t(
              '{isConsumed, select, yes {Consumed} other {Not consumed}} by {client} in {tookMs, number} ms: {result}.',
              {
                isConsumed: isConsumed ? 'yes' : 'no',
                ...{ client, tookMs },
                result: remark === null || remark === '' ? result : `${result}${between(',')}${remark}`,
              },
            ),
            t('The message is still a dead letter.'),
          ),
        ),
    );
  return (
    <section className="panel">
      <header>
        <h2>{t('Try one message now')}</h2>
        <span className="small text-2">{t('the oldest of the set, with one connected 4.x client')}</span>
      </header>
      <div className={`panel-body ${styles.decision}`}>
        <p className="small text-2">
          {t(
            `The listener of the client really processes the message and sees the dead-letter topic as its topic.
            Nothing is stored: the message stays a dead letter, whatever the result.`,
          )}
        </p>
        <Button icon={FlaskConical} onClick={attempt} pending={pending} disabledReason={notAllowed}>
          {t('Try one message now')}
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
