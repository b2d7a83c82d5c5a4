import type { DifferingView } from '@/lib/console/operations/groups/views';
import styles from './clients.module.css';
import { oneForAll } from './clients.model';
import { pieces, t } from '@/lib/model/language/t';
import { Said } from '@/components/ui/said';

const DOCUMENTATION = 'https://rocketmq.apache.org/docs/domainModel/09subscription';

/** What to do about clients that subscribe differently. */
export function MendPanel({ group, differing }: { readonly group: string; readonly differing: DifferingView }) {
  const all = oneForAll(differing.topics);
  return (
    <section className="panel">
      <header>
        <h2>{t('How to fix it')}</h2>
      </header>
      <div className="panel-body">
        <ol className={styles.steps}>
          <li>
            <Said
              of={pieces(
                `<b>Give each application its own group.</b> Create a group for it and change the consumer group of its
                clients. Each group receives every message.`,
              )}
            />
          </li>
          <li>
            <Said
              of={
                all === null
                  ? pieces(
                      `<b>Or use the same subscription in all clients of {group}.</b> Decide in the listener which
                      messages to process.`,
                      { group },
                    )
                  : pieces(
                      `<b>Or use the same subscription in all clients of {group}.</b> Subscribe all of them to
                      <code>{tags}</code> and decide by tag in the listener.`,
                      { group, tags: all },
                    )
              }
            />
          </li>
          <li>
            <Said
              of={pieces(
                `<b>Then consume the lost messages again.</b> They stay in the topic until its retention ends: reset
                the offset of the group to the time when the difference began. Messages that were consumed since are
                delivered again.`,
              )}
            />
          </li>
        </ol>
        <p className="small text-3">
          <Said
            of={pieces('Source: Apache RocketMQ documentation, {page}', {
              page: (
                <a href={DOCUMENTATION} target="_blank" rel="noreferrer">
                  {t('Subscription')}
                </a>
              ),
            })}
          />
        </p>
      </div>
    </section>
  );
}
