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

interface CopiesPanelProps {
  readonly id: string;
  /** Of the page's address: it is searched at once. Undefined: when it is asked for. */
  readonly topic: string | undefined;
  /** Searched when it is asked for. */
  readonly knownTopic?: string;
}

/** Where a message lies at the brokers. It costs them a search of their disks, so it is asked for by hand. */
export function CopiesPanel({ id, topic, knownTopic = topic }: CopiesPanelProps) {
  const [asked, setAsked] = useState<{ readonly topic: string | undefined } | null>(
    topic === undefined ? null : { topic },
  );
  const search = useAskedRead('messageCopies', asked === null ? null : { id, topic: asked.topic });
  const { data: found, error, isRunning } = search;
  return (
    <section className="panel" aria-label="At the brokers">
      <header>
        <h2>At the brokers</h2>
        <span className="small text-3">as it was sent, its retries, its deaths, and what 4.x clients traced</span>
        <span className="panel-end">
          <Button
            size="small"
            disabledReason={isRunning ? 'The brokers are being searched.' : null}
            onClick={() => (asked === null ? setAsked({ topic: knownTopic }) : search.askAgain())}
          >
            Search the brokers
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
            {found.copies.length > 0 ? null : (
              <p>No broker that answered has it in {found.topic} any more, nor in the topics of its groups.</p>
            )}
            <ol className="col">
              {storyOf(found).map(({ at, words, where }) => (
                <li key={`${at} ${words} ${where}`}>
                  <Time at={at} style="day-clock" /> {words} <span className="small text-3">{where}</span>
                </li>
              ))}
            </ol>
            <p className="tiny text-3">
              Times by the brokers’ clocks, of traces by the clients’, <ZoneName />. {unseenWords(found).join(' ')}
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
        label="Topic"
        hint="Brokers find a message within one topic; none of its dead letters says which."
        error={null}
      >
        <TextInput value={topic} onChange={({ target }) => setTopic(target.value)} />
      </Field>
      <Button type="submit">Search</Button>
    </Form>
  );
}
