import { between, t } from '@/lib/model/language/t';
import { Fragment } from 'react';
import { Time } from '@/components/ui/time';
import type { MessageTimeline } from '@/lib/model/message/timeline';
import { decisionsOf } from './waiting.model';

/** Who ended its wait, held it, or sent it to the dead letters, and why. */
export function Decisions({ timeline }: { readonly timeline: MessageTimeline }) {
  const decisions = decisionsOf(timeline.events);
  if (decisions.length === 0) return null;
  return (
    <section className="panel" aria-label={t('Decisions')}>
      <header>
        <h2>{t('Decisions')}</h2>
        <span className="small text-2">{t('actions of operators while the message was waiting')}</span>
      </header>
      <dl className="facts panel-body">
        {decisions.map(({ id, at, by, what, why }) => (
          <Fragment key={id}>
            <dt>
              <Time at={at} />
            </dt>
            <dd>
              {t('{what}, by {name}', { what, name: by })}
              {why === null ? '' : `${between(':')}${why}`}
            </dd>
          </Fragment>
        ))}
      </dl>
    </section>
  );
}
