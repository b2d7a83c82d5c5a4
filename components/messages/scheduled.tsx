'use client';

import { Undo2 } from 'lucide-react';
import { useState } from 'react';
import { useShortcut } from '@/components/keyboard/use-shortcut';
import { DueIn, Time, ZoneName } from '@/components/ui/time';
import { OnDemand } from '@/components/ui/on-demand';
import { Button, ButtonLink } from '@/components/ui/button';
import { formatCount } from '@/components/ui/number.model';
import type { ScheduledView } from '@/lib/console/operations/scheduled/views';
import styles from './messages.module.css';
import { Said } from '@/components/ui/said';
import { enumerated } from '@/lib/model/language/list';
import { pieces, t } from '@/lib/model/language/t';

const loadRecall = () => import('@/components/parts/recall-dialog');

interface ScheduledProps {
  readonly message: ScheduledView;
  readonly mayNotRecall: string | null;
  readonly onChanged: () => void;
}

/** A delayed message outside the log: it waits for its time, or was recalled before. */
export function Scheduled({ message, mayNotRecall, onChanged }: ScheduledProps) {
  const [recalling, setRecalling] = useState(false);
  const waits = message.recalledAt === null;
  useShortcut('shift+r', () => setRecalling(true), t('Recall this message'), waits && mayNotRecall === null);
  return (
    <section className="panel">
      <div className={styles.verdict}>
        <div className={styles.sentence}>
          <p data-testid="headline">
            {message.recalledAt === null ? (
              <Said
                of={pieces('Scheduled for {time} {zone}, {distance}', {
                  time: <Time at={message.dueAt} style="day-clock" />,
                  ...{ zone: <ZoneName />, distance: <DueIn at={message.dueAt} /> },
                })}
              />
            ) : (
              <Said
                of={pieces('Recalled by {person} at {time} {zone}', {
                  person: message.recalledBy ?? t('its producer'),
                  ...{ time: <Time at={message.recalledAt} style="day-clock" />, zone: <ZoneName /> },
                })}
              />
            )}
          </p>
          <p className="small text-2">
            {waits
              ? t(
                  `No group receives the message before that time. It is then stored in the log and delivered as usual.`,
                )
              : t(
                  `The message was recalled before its delivery time and is never delivered. This record is kept for
                  the retention.`,
                )}
          </p>
        </div>
      </div>
      <dl className="facts panel-body">
        <dt>{waits ? t('Due') : t('Was due')}</dt>
        <dd>
          <Time at={message.dueAt} style="day-clock" /> <ZoneName />
        </dd>
        <dt>{t('Topic')}</dt>
        <dd>{message.topic}</dd>
        <dt>{t('Born')}</dt>
        <dd>
          <Said
            of={pieces('{time} {zone} on {host}', {
              ...{ time: <Time at={message.bornAt} style="day-clock" />, zone: <ZoneName />, host: message.bornHost },
            })}
          />
        </dd>
        <dt>{t('Sent')}</dt>
        <dd>
          <Time at={message.scheduledAt} style="day-clock" /> <ZoneName />
        </dd>
        <dt>{t('Tag')}</dt>
        <dd className="mono">{message.tag ?? '—'}</dd>
        <dt>{t('Keys')}</dt>
        <dd className="mono">{message.keys.length === 0 ? '—' : enumerated(message.keys)}</dd>
        <dt>{t('Body size')}</dt>
        <dd>{formatCount(message.bodyBytes)} B</dd>
      </dl>
      <div className="row wrap panel-body">
        <ButtonLink href={`/topics/${encodeURIComponent(message.topic)}/scheduled`}>
          {t('All scheduled messages of this topic')}
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
            {t('Recall…')}
          </Button>
        ) : null}
      </div>
      <OnDemand load={loadRecall} isWanted={recalling} onCancel={() => setRecalling(false)}>
        {({ RecallDialog }) =>
          recalling ? <RecallDialog message={message} onClose={() => setRecalling(false)} onDone={onChanged} /> : null
        }
      </OnDemand>
    </section>
  );
}
