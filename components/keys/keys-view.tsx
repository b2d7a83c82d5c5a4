'use client';

import { Lock } from 'lucide-react';
import { useMemo } from 'react';
import { DataTable } from '@/components/data-table/data-table';
import { groupHref, messageHref } from '@/components/parts/names';
import { TableFooter } from '@/components/data-table/table-footer';
import { useUrlParams } from '@/components/data-table/use-url-params';
import { readProblem } from '@/components/live/read-problem';
import { Beside } from '@/components/messages/beside';
import { GroupPeek, loadPeek } from '@/components/messages/group-peek';
import { peekOf, readPeek } from '@/components/messages/peek.model';
import { useLiveQuery } from '@/components/live/use-live-query';
import { usePacked } from '@/components/live/use-packed';
import { ButtonLink } from '@/components/ui/button';
import { useNow, useWordsNow } from '@/components/ui/clock';
import { EmptyState } from '@/components/ui/empty-state';
import { PageHeader } from '@/components/ui/page-header';
import { SentenceBar } from '@/components/ui/sentence-bar';
import { Time } from '@/components/ui/time';
import { ViewMenu } from '@/components/views/view-menu';
import type { BlockedKeysPage, BlockedKeyView } from '@/lib/console/operations/keys/views';
import type { Packed } from '@/lib/model/packed';
import type { ReadResult } from '@/lib/model/read-result';
import { known, valueOrNull } from '@/lib/model/reading';
import { sharingCause } from './heads.model';
import { keyColumns } from './key-columns';
import { KeyDetail } from './key-detail';
import { blockedBy, keyId, totalWords, withOutlooks } from './keys.model';
import { between, pieces, t } from '@/lib/model/language/t';
import { Said } from '@/components/ui/said';
import { sentences } from '@/lib/model/language/list';

interface KeysViewProps {
  readonly packed: Packed<ReadResult<BlockedKeysPage>>;
  /** Absent: of every group. */
  readonly group?: string;
}

/** Blocked message groups, longest first; one of them with its head, and what can be done about it. */
export function KeysView({ packed, group }: KeysViewProps) {
  const initial = usePacked(packed);
  const url = useUrlParams();
  const keys = useLiveQuery(
    'blockedKeys',
    { group },
    { initial, live: { kinds: ['group', 'message', 'dead-letter'], group } },
  );
  const page = keys.data ?? initial.data;
  const { total } = page;
  const isCut = group !== undefined && total.keys > page.items.filter(({ suspended }) => !suspended).length;
  // The same read as that of the frame above: it counts for all keys, this list for those in it.
  const frame = useLiveQuery(
    'group',
    { group: group ?? '' },
    { enabled: isCut, live: { kinds: ['group', 'message', 'dead-letter', 'redrive', 'client', 'sample'], group } },
  );
  const inFrame = frame.data?.figures.behindBlocked;
  const behind = !isCut ? total.behind : inFrame === undefined ? null : valueOrNull(inFrame);
  // The forecast goes on by the clock, as countdowns do.
  const items = useWordsNow((now) => withOutlooks(page.items, now));
  const chosenId = url.get('peek');
  const chosen = items.find((row) => keyId(row) === chosenId) ?? items[0];
  const most = Math.max(0, ...items.map(({ behind }) => behind));
  const columns = useMemo(() => keyColumns(group !== undefined, most), [group, most]);
  const view = <ViewMenu list="keys" columns={columns} />;
  const message = readPeek(url.get('message'));
  return (
    <Beside
      load={loadPeek}
      pane={
        message === null ? null : (
          <GroupPeek key={peekOf(message)} peeked={message} onClose={() => url.replace({ message: undefined })} />
        )
      }
    >
      {group === undefined ? (
        <PageHeader title={t('Blocked keys')} actions={view}>
          {t('Keys of all ordered groups whose first message failed, or that are held.')}
        </PageHeader>
      ) : null}
      <BlockedSentence rows={items} />
      <section className="panel">
        <header>
          <h2>{t('Blocked keys')}</h2>
          <span className="small text-2">{items.length === 0 ? t('none now') : totalWords(total, behind)}</span>
          {group === undefined ? null : (
            <span className="panel-end row">
              {view}
              <ButtonLink href="/keys" size="small" variant="ghost">
                {t('All groups')}
              </ButtonLink>
            </span>
          )}
        </header>
        <DataTable
          label={t('Blocked keys')}
          columns={columns}
          rows={items}
          rowId={keyId}
          cols={url.get('cols')}
          rowHref={hrefOf}
          openLabel={t('Show the key below the list. Press again to open its head message')}
          peekedId={chosen === undefined ? undefined : keyId(chosen)}
          onPeek={(row) => url.replace({ peek: keyId(row) })}
          problem={readProblem(keys)}
          empty={<NoKeys page={page} />}
          footer={
            <TableFooter
              shown={items.length}
              total={known(total.keys + total.suspended, keys.asOf ?? initial.asOf)}
              tookMs={keys.tookMs}
              asOf={keys.asOf}
            />
          }
        />
      </section>
      {chosen === undefined ? null : (
        <KeyDetail
          key={keyId(chosen)}
          row={chosen}
          sharing={sharingCause(chosen, items)}
          notAllowed={page.notAllowed}
          onRead={(messageId) =>
            (message === null ? url.push : url.replace)({ message: peekOf({ messageId, group: chosen.group }) })
          }
        />
      )}
    </Beside>
  );
}

/** The key that is blocked the longest, and until when if no operator acts. */
function BlockedSentence({ rows }: { readonly rows: readonly BlockedKeyView[] }) {
  const now = useNow();
  const row = rows.find(({ hold, head }) => hold === null && head?.leased === true);
  const sentence = row === undefined ? null : blockedBy(row, now);
  if (row === undefined || sentence === null) return null;
  return (
    <SentenceBar
      label={t('Blocked the longest')}
      tone="waiting"
      icon={Lock}
      sentence={sentence}
      detail={
        <>
          {sentences(
            t('{behind, plural, one {# message is} other {# messages are}} waiting behind it.', { behind: row.behind }),
            row.renewals === 0
              ? ''
              : t(
                  `The client has renewed the lease {renewals, plural, one {once} other {# times}} and has not
                  reported a result.`,
                  { renewals: row.renewals },
                ),
          )}
          {between()}
          {row.freeAt === null ? (
            t('Unknown when the key is unblocked: its client should have given up the head message by now.')
          ) : (
            <Said
              of={pieces('Unless you act, the key stays blocked until {time} at the latest.', {
                time: <Time at={row.freeAt} />,
              })}
            />
          )}
        </>
      }
    />
  );
}

/** The page of the message that everything of the key waits for. */
function hrefOf({ group, headId }: BlockedKeyView): string {
  if (headId === null) return groupHref(group, 'keys');
  return messageHref(headId, group);
}

function NoKeys({ page: { group } }: { readonly page: BlockedKeysPage }) {
  if (group !== null && group.deliveryOrder !== 'ordered') {
    return (
      <EmptyState
        kind="none-ever"
        title={t('This group is not ordered')}
        action={
          <ButtonLink href={groupHref(group.name, 'retries')} size="small">
            {t('See its retries')}
          </ButtonLink>
        }
      >
        {t('Failed messages of an unordered group do not block other messages.')}
      </EmptyState>
    );
  }
  return (
    <EmptyState kind="none-in-range" title={t('No key is blocked')}>
      {t(
        `A key is listed here when its first message has failed, when a client holds it for over 2 s while others wait
        behind it, or when an operator holds it.`,
      )}
    </EmptyState>
  );
}
