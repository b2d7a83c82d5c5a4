import type { DifferingView } from '@/lib/console/operations/groups/views';
import styles from './clients.module.css';
import { oneForAll } from './clients.model';

const DOCUMENTATION = 'https://rocketmq.apache.org/docs/domainModel/09subscription';

/** What to do about clients that subscribe differently. */
export function MendPanel({ group, differing }: { readonly group: string; readonly differing: DifferingView }) {
  const all = oneForAll(differing.topics);
  return (
    <section className="panel">
      <header>
        <h2>How to fix it</h2>
      </header>
      <div className="panel-body">
        <ol className={styles.steps}>
          <li>
            <b>Give each application its own group.</b> Create a group for it and change the consumer group of its
            clients. Each group receives every message.
          </li>
          <li>
            <b>Or use the same subscription in all clients of {group}.</b>{' '}
            {all === null ? (
              'Decide in the listener which messages to process.'
            ) : (
              <>
                Subscribe all of them to <code>{all}</code> and decide by tag in the listener.
              </>
            )}
          </li>
          <li>
            <b>Then read the lost messages again.</b> They stay in the topic until its retention ends: reset the offset
            of the group to the time when the difference began. Messages that were consumed since are delivered again.
          </li>
        </ol>
        <p className="small text-3">
          Source: Apache RocketMQ documentation,{' '}
          <a href={DOCUMENTATION} target="_blank" rel="noreferrer">
            Subscription
          </a>
        </p>
      </div>
    </section>
  );
}
