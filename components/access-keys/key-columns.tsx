import type { Column } from '@/components/data-table/columns';
import { OverflowMenu } from '@/components/ui/overflow-menu';
import { Tag } from '@/components/ui/tag';
import { RelativeTime, Time } from '@/components/ui/time';
import type { AccessKeyView } from '@/lib/console/operations/access-keys/views';
import { describeAccessRule } from '@/lib/model/access/access-rule';
import styles from './access-keys.module.css';
import { stateWords } from './access-keys.model';

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
      header: 'Name',
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
    { id: 'rules', header: 'May', cut: true, cell: (key) => <Rules of={key} /> },
    { id: 'state', header: 'State', cut: true, hideNarrow: true, cell: (key) => <State of={key} /> },
    {
      id: 'used',
      header: 'Last used',
      hideNarrow: true,
      cell: (key) =>
        key.lastUsedAt === null ? <span className="text-3">never</span> : <RelativeTime at={key.lastUsedAt} />,
    },
    {
      id: 'created',
      header: 'Created',
      hideNarrow: true,
      cell: (key) => (
        <>
          <Time at={key.createdAt} style="day" /> <span className="text-3">by {key.createdBy}</span>
        </>
      ),
    },
    {
      id: 'menu',
      header: <span className="visually-hidden">Actions</span>,
      fixed: true,
      width: '1px',
      cell: (key) => (
        <OverflowMenu
          label={`Actions for ${key.name}`}
          entries={[
            { label: 'Edit…', onSelect: () => actions.onEdit(key) },
            { label: 'New secret…', onSelect: () => actions.onRotate(key) },
            key.state === 'disabled'
              ? { label: 'Enable', onSelect: () => actions.onEnable(key) }
              : { label: 'Disable…', danger: true, onSelect: () => actions.onDisable(key) },
            { label: 'Delete…', danger: true, onSelect: () => actions.onDelete(key) },
          ]}
        />
      ),
    },
  ];
}

function Rules({ of: { rules } }: { readonly of: AccessKeyView }) {
  if (rules.length === 0) return <span className="text-3">none</span>;
  const words = rules.map(describeAccessRule);
  return (
    <span title={words.join('\n')}>
      {words.slice(0, RULES_SHOWN).join('; ')}
      {words.length > RULES_SHOWN ? <span className="text-3"> and {words.length - RULES_SHOWN} more</span> : null}
    </span>
  );
}

function State({ of: { state, expiresAt, oldSecretUntil } }: { readonly of: AccessKeyView }) {
  return (
    <span className="row">
      <Tag>{stateWords[state]}</Tag>
      {oldSecretUntil === null ? null : (
        <span className="small text-3">
          old secret expires <RelativeTime at={oldSecretUntil} />
        </span>
      )}
      {expiresAt === null || state === 'expired' ? null : (
        <span className="small text-3">
          until <Time at={expiresAt} style="day" />
        </span>
      )}
    </span>
  );
}
