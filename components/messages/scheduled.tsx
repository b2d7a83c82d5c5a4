'use client';

import { Undo2 } from 'lucide-react';
import { useState } from 'react';
import { useShortcut } from '@/components/keyboard/use-shortcut';
import { DueIn, Time, ZoneName } from '@/components/ui/time';
import { RecallDialog } from '@/components/parts/recall-dialog';
import { Button, ButtonLink } from '@/components/ui/button';
import { formatCount } from '@/components/ui/number.model';
import type { ScheduledView } from '@/lib/console/operations/scheduled/views';
import styles from './messages.module.css';

interface ScheduledProps {
  readonly message: ScheduledView;
  readonly mayNotRecall: string | null;
  readonly onChanged: () => void;
}

/** A delayed message outside the log: it waits for its time, or was recalled before. */
export function Scheduled({ message, mayNotRecall, onChanged }: ScheduledProps) {
  const [recalling, setRecalling] = useState(false);
  const waits = message.recalledAt === null;
  useShortcut('shift+r', () => setRecalling(true), 'Recall this message', waits && mayNotRecall === null);
  return (
    <section className="panel">
      <div className={styles.verdict}>
        <div className={styles.sentence}>
          <p data-testid="headline">
            {message.recalledAt === null ? (
              <>
                Scheduled for <Time at={message.dueAt} style="day-clock" /> <ZoneName />, <DueIn at={message.dueAt} />
              </>
            ) : (
              <>
                Recalled by {message.recalledBy ?? 'producer'}
                {' at '}
                <Time at={message.recalledAt} style="day-clock" /> <ZoneName />
              </>
            )}
          </p>
          <p className="small text-2">
            {waits
              ? 'No group knows it before that time. Then it is stored in the log and delivered like any message.'
              : 'It was taken off the schedule before its time and is never delivered; this record goes with the ' +
                'retention.'}
          </p>
        </div>
      </div>
      <dl className="facts panel-body">
        <dt>{waits ? 'Due' : 'Was due'}</dt>
        <dd>
          <Time at={message.dueAt} style="day-clock" /> <ZoneName />
        </dd>
        <dt>Topic</dt>
        <dd>{message.topic}</dd>
        <dt>Born</dt>
        <dd>
          <Time at={message.bornAt} style="day-clock" /> <ZoneName /> on {message.bornHost}
        </dd>
        <dt>Accepted</dt>
        <dd>
          <Time at={message.scheduledAt} style="day-clock" /> <ZoneName />
        </dd>
        <dt>Tag</dt>
        <dd className="mono">{message.tag ?? '—'}</dd>
        <dt>Keys</dt>
        <dd className="mono">{message.keys.length === 0 ? '—' : message.keys.join(', ')}</dd>
        <dt>Body</dt>
        <dd>{formatCount(message.bodyBytes)} B</dd>
      </dl>
      <div className="row wrap panel-body">
        <ButtonLink href={`/topics/${encodeURIComponent(message.topic)}/scheduled`}>
          All scheduled on this topic
        </ButtonLink>
        <span className="grow" />
        {waits ? (
          <Button
            variant="danger"
            icon={Undo2}
            keys="⇧R"
            disabledReason={mayNotRecall}
            onClick={() => setRecalling(true)}
          >
            Recall…
          </Button>
        ) : null}
      </div>
      {recalling ? <RecallDialog message={message} onClose={() => setRecalling(false)} onDone={onChanged} /> : null}
    </section>
  );
}
