import type { Column } from '@/components/data-table/columns';
import { OverflowMenu } from '@/components/ui/overflow-menu';
import { Said } from '@/components/ui/said';
import { Tag } from '@/components/ui/tag';
import { RelativeTime, Time } from '@/components/ui/time';
import type { AccessKeyView } from '@/lib/console/operations/access-keys/views';
import { pieces, t } from '@/lib/model/language/t';
import styles from './access-keys.module.css';
import { ruleWords, STATE_WORDS } from './access-keys.model';
import { itemized } from '@/lib/model/language/list';

interface KeyActions {
  readonly onEdit: (key: AccessKeyView) => void;
  readonly onRotate: (key: AccessKeyView) => void;
  readonly onDisable: (key: AccessKeyView) => void;
  readonly onEnable: (key: AccessKeyView) => void;
  readonly onDelete: (key: AccessKeyView) => void;
}

const RULES_SHOWN = 3;

export function keyColumns(actions: KeyActions): Column<AccessKeyView>[] {
  return [
    {
      id: 'name',
      header: t('Name'),
      cut: true,
      cell: (key) => (
        <div title={key.note === '' ? undefined : key.note}>
          <b>{key.name}</b>
          <br />
          <code className={styles.id}>{key.accessKeyId}</code>
          <span className={styles.narrowOnly}>
            <State of={key} />
          </span>
        </div>
      ),
    },
    { id: 'rules', header: t('Permissions'), cut: true, cell: (key) => <Rules of={key} /> },
    { id: 'state', header: t('State'), cut: true, hideNarrow: true, cell: (key) => <State of={key} /> },
    {
      id: 'used',
      header: t('Last used'),
      hideNarrow: true,
      cell: (key) =>
        key.lastUsedAt === null ? <span className="text-3">{t('never')}</span> : <RelativeTime at={key.lastUsedAt} />,
    },
    {
      id: 'created',
      header: t('Created'),
      hideNarrow: true,
      cell: (key) => (
        <>
          <Time at={key.createdAt} style="day" />{' '}
          <span className="text-3">{t('created by {name}', { name: key.createdBy })}</span>
        </>
      ),
    },
    {
      id: 'menu',
      header: <span className="visually-hidden">{t('Actions')}</span>,
      fixed: true,
      width: '1px',
      cell: (key) => (
        <OverflowMenu
          label={t('Actions for {name}', { name: key.name })}
          entries={[
            { label: t('Edit…'), onSelect: () => actions.onEdit(key) },
            { label: t('New secret…'), onSelect: () => actions.onRotate(key) },
            key.state === 'disabled'
              ? { label: t('Enable'), onSelect: () => actions.onEnable(key) }
              : { label: t('Disable…'), danger: true, onSelect: () => actions.onDisable(key) },
            { label: t('Delete…'), danger: true, onSelect: () => actions.onDelete(key) },
          ]}
        />
      ),
    },
  ];
}

function Rules({ of: { rules } }: { readonly of: AccessKeyView }) {
  if (rules.length === 0) return <span className="text-3">{t('none')}</span>;
  const words = rules.map(ruleWords);
  const shown = itemized(words.slice(0, RULES_SHOWN));
  return (
    <span title={words.join('\n')}>
      {words.length > RULES_SHOWN
        ? t('{names} and {count, number} more', { names: shown, count: words.length - RULES_SHOWN })
        : shown}
    </span>
  );
}

function State({ of: { state, expiresAt, oldSecretUntil } }: { readonly of: AccessKeyView }) {
  return (
    <span className="row">
      <Tag>{t(STATE_WORDS[state])}</Tag>
      {oldSecretUntil === null ? null : (
        <span className="small text-3">
          <Said of={pieces('old secret expires {time}', { time: <RelativeTime at={oldSecretUntil} /> })} />
        </span>
      )}
      {expiresAt === null || state === 'expired' ? null : (
        <span className="small text-3">
          <Said of={pieces('until {time}', { time: <Time at={expiresAt} style="day" /> })} />
        </span>
      )}
    </span>
  );
}
