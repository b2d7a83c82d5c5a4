'use client';

import { useState } from 'react';
import { Field } from '@/components/form/field';
import { Form } from '@/components/form/form';
import { TextInput } from '@/components/form/inputs';
import { ReadProblem } from '@/components/live/read-problem';
import { useReadByHand } from '@/components/live/use-asked-read';
import { Button } from '@/components/ui/button';
import { t } from '@/lib/model/language/t';
import type { ReadData } from '@/lib/console/reads/registry';
import { foundWords } from '../found-scheduled.model';
import type { Recallable } from './scheduled-words.model';

interface FindScheduledProps {
  readonly topic: string;
  readonly onRecall: (message: Recallable) => void;
}

/** One scheduled message by its id, however many others wait. */
export function FindScheduled({ topic, onRecall }: FindScheduledProps) {
  const { found, error, isRunning, ask } = useReadByHand('foundScheduled');
  const [text, setText] = useState('');
  const messageId = text.trim();
  const look = () => ask({ topic, messageId });
  const blocker = messageId === '' ? t('Enter a message ID') : isRunning ? t('The brokers are being read') : null;
  return (
    <div className="panel-body col">
      <Form className="row wrap" aria-label={t('Find a scheduled message')} blocker={blocker} onSubmit={look}>
        <Field label={t('Message ID')}>
          <TextInput
            mono
            value={text}
            maxLength={255}
            spellCheck={false}
            onChange={({ target }) => setText(target.value)}
          />
        </Field>
        <Button type="submit" disabledReason={blocker}>
          {t('Find scheduled message')}
        </Button>
      </Form>
      <ReadProblem error={error} onRetry={look} />
      {found === null ? null : <Found found={found} onRecall={onRecall} />}
    </div>
  );
}

interface FoundProps extends Pick<FindScheduledProps, 'onRecall'> {
  readonly found: ReadData<'foundScheduled'>;
}

function Found({ found: { items, silent }, onRecall }: FoundProps) {
  return (
    <ul className="col col-tight" aria-label={t('Scheduled messages found')}>
      {items.length === 0 ? <li>{t('No broker has a scheduled message with this ID on this topic.')}</li> : null}
      {items.map((item) => (
        <li key={`${item.broker} ${item.dueAt}`} className="row wrap">
          <span>{foundWords(item)}</span>
          {item.state === 'waiting' && item.by === 'time' ? (
            <Button size="small" variant="danger" onClick={() => onRecall(item)}>
              {t('Recall…')}
            </Button>
          ) : null}
        </li>
      ))}
      {silent.map(({ broker, reason }) => (
        <li key={broker}>{t('{broker}: unknown, {reason}', { broker, reason })}</li>
      ))}
    </ul>
  );
}
