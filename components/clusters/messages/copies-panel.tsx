'use client';

import { useState } from 'react';
import { Field } from '@/components/form/field';
import { Form } from '@/components/form/form';
import { TextInput } from '@/components/form/inputs';
import { ReadProblem } from '@/components/live/read-problem';
import { useAskedRead } from '@/components/live/use-asked-read';
import { Button } from '@/components/ui/button';
import { Time, ZoneName } from '@/components/ui/time';
import { BrokersBanner } from '../brokers-banner';
import { storyOf, unseenWords } from './copies.model';
import { Said } from '@/components/ui/said';
import { between, pieces, t } from '@/lib/model/language/t';
import { sentences } from '@/lib/model/language/list';

interface CopiesPanelProps {
  readonly id: string;
  /** Of the page's address: it is searched at once. Undefined: when it is asked for. */
  readonly topic: string | undefined;
  /** Searched when it is asked for. */
  readonly knownTopic?: string;
}

/** Where the brokers have a message. It costs them a search of their disks, so it is asked for by hand. */
export function CopiesPanel({ id, topic, knownTopic = topic }: CopiesPanelProps) {
  const [asked, setAsked] = useState<{ readonly topic: string | undefined } | null>(
    topic === undefined ? null : { topic },
  );
  const search = useAskedRead('messageCopies', asked === null ? null : { id, topic: asked.topic });
  const { data: found, error, isRunning } = search;
  return (
    <section className="panel" aria-label={t('Copies on the brokers')}>
      <header>
        <h2>{t('Copies on the brokers')}</h2>
        <span className="small text-3">
          {t('the message as sent, its retries, its dead letters, and traces of 4.x clients')}
        </span>
        <span className="panel-end">
          <Button
            size="small"
            disabledReason={isRunning ? t('The brokers are being searched') : null}
            onClick={() => (asked === null ? setAsked({ topic: knownTopic }) : search.askAgain())}
          >
            {t('Search the brokers')}
          </Button>
        </span>
      </header>
      <ReadProblem error={error} onRetry={search.askAgain} />
      {found === undefined ? null : found.topic === null ? (
        <TopicForm onTopic={(given) => setAsked({ topic: given })} />
      ) : (
        <>
          <BrokersBanner answered={found.answered} silent={found.silent} />
          <div className="panel-body col">
            {found.copies.length + found.scheduled.length > 0 ? null : (
              <p>
                {t(
                  `No broker that responded still has the message in {topic} or in the retry and dead-letter topics of
                  its groups.`,
                  { topic: found.topic },
                )}
              </p>
            )}
            <ol className="col">
              {storyOf(found).map(({ at, words, where }) => (
                <li key={`${at} ${words} ${where}`}>
                  <Time at={at} style="day-clock" /> {words} <span className="small text-3">{where}</span>
                </li>
              ))}
            </ol>
            <p className="tiny text-3">
              <Said
                of={pieces('Times are from the clocks of the brokers; times of traces are from the clients, {zone}.', {
                  zone: <ZoneName />,
                })}
              />
              {between()}
              {sentences(...unseenWords(found))}
            </p>
          </div>
        </>
      )}
    </section>
  );
}

function TopicForm({ onTopic }: { readonly onTopic: (topic: string) => void }) {
  const [topic, setTopic] = useState('');
  return (
    <Form
      className="panel-body row"
      onSubmit={() => {
        if (topic.trim() !== '') onTopic(topic.trim());
      }}
    >
      <Field
        label={t('Topic')}
        hint={t('Brokers search within one topic, and no dead letter names the topic of this message.')}
        error={null}
      >
        <TextInput value={topic} onChange={({ target }) => setTopic(target.value)} />
      </Field>
      <Button type="submit">{t('Search')}</Button>
    </Form>
  );
}
