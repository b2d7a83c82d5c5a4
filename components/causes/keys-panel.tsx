'use client';

import { Link } from '@/components/ui/link';
import { useHere } from '@/components/live/use-here';
import { useLiveQuery } from '@/components/live/use-live-query';
import { useWorkspace } from '@/components/live/use-workspace';
import { formatCount } from '@/components/ui/number.model';
import type { CausePage } from '@/lib/console/operations/causes/views';
import { lettersHref, onceWords } from './causes.model';
import styles from './causes.module.css';
import { formatPart } from '@/lib/model/share';
import { t } from '@/lib/model/language/t';

const SHOWN = 4;

interface Part {
  readonly name: string;
  readonly count: number;
}

/** Whom it hits: tenants where bodies say whose they are, else keys. */
export function KeysPanel({ cause }: { readonly cause: CausePage }) {
  const { fingerprint, group } = cause;
  // Of a cluster the successes to compare with are not here.
  const enabled = useWorkspace() === null && cause.sample?.bodyNotAllowed === null;
  const { data } = useLiveQuery('causeFields', { fingerprint, group }, { live: { kinds: [] }, enabled });
  const owners = data?.owners ?? null;
  if (owners !== null) {
    const parts = owners.values.map(({ value, count }) => ({ name: value, count }));
    const title = owners.path.split('.').at(-1) ?? owners.path;
    return (
      <Parts
        title={title}
        note={t('of {bodies, number} bodies', { bodies: owners.bodies })}
        parts={parts}
        all={owners.bodies}
        cause={cause}
      />
    );
  }
  const once = onceWords(cause);
  if (once !== null)
    return (
      <section className="panel">
        <header>
          <h2>{t('Keys')}</h2>
        </header>
        <p className="panel-body small text-2">{once}</p>
      </section>
    );
  const parts = cause.keys.map(({ key, count }) => ({ name: key ?? t('no key'), count }));
  return (
    <Parts
      title={t('Keys')}
      note={t('most dead letters first')}
      parts={parts}
      all={cause.figures.keysRead}
      cause={cause}
    />
  );
}

interface PartsProps {
  readonly title: string;
  readonly note: string;
  readonly parts: readonly Part[];
  readonly all: number;
  readonly cause: CausePage;
}

function Parts({ title, note, parts, all, cause }: PartsProps) {
  const here = useHere();
  const shown = parts.slice(0, SHOWN);
  const rest = all - shown.reduce((sum, { count }) => sum + count, 0);
  return (
    <section className="panel">
      <header>
        <h2>{title}</h2>
        <span className="small text-2">{note}</span>
        <span className="panel-end small">
          <Link href={here(lettersHref(cause))} prefetch={false}>
            {t('All')}
          </Link>
        </span>
      </header>
      <table className={styles.figures}>
        <thead className="visually-hidden">
          <tr>
            <th scope="col">{title}</th>
            <th scope="col">{t('Dead letters')}</th>
            <th scope="col">{t('Share')}</th>
          </tr>
        </thead>
        <tbody>
          {shown.map(({ name, count }) => (
            <tr key={name}>
              <td>{name}</td>
              <td className="end">
                <b>{formatCount(count)}</b>
              </td>
              <td className="end text-2">{formatPart(count, all, 0)}</td>
            </tr>
          ))}
          {rest > 0 ? (
            <tr>
              <td className="text-2">{t('others')}</td>
              <td className="end">{formatCount(rest)}</td>
              <td className="end text-2">{formatPart(rest, all, 0)}</td>
            </tr>
          ) : null}
        </tbody>
      </table>
    </section>
  );
}
