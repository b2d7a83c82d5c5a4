'use client';

import { Said } from '@/components/ui/said';
import { pieces, t } from '@/lib/model/language/t';
import { Link } from '@/components/ui/link';
import type { ReactNode } from 'react';
import { groupHref, messageHref, shorten, topicHref, typeWord } from '@/components/parts/names';
import { useCrumbs } from '@/components/parts/page-crumbs';
import { CopyButton } from '@/components/ui/copy-button';
import { PageHeader } from '@/components/ui/page-header';
import { StateBadge } from '@/components/ui/state-badge';
import { formatBytes } from '@/components/ui/number.model';
import type { PlaceView } from '@/lib/console/operations/messages/views';
import type { MessageTimeline } from '@/lib/model/message/timeline';
import styles from './messages.module.css';
import { scopeBadge } from './scope.model';
import { VisibleText } from './visible-text';
import { enumerated } from '@/lib/model/language/list';

type HeaderPlace = Pick<PlaceView, 'topic' | 'keys' | 'tag'> &
  Partial<Pick<PlaceView, 'messageGroup' | 'priority' | 'type' | 'bodyBytes'>>;

interface MessageHeaderProps {
  readonly id: string;
  readonly timelines: readonly MessageTimeline[];
  readonly timeline: MessageTimeline | undefined;
  readonly place: HeaderPlace | undefined;
  /** What can be done about it. */
  readonly actions?: ReactNode;
  /** A mark before the others. */
  readonly children?: ReactNode;
}

/** The key is what people look for; the id stands beside it, whole and to be copied. */
export function MessageHeader({ id, timelines, timeline, place, actions, children }: MessageHeaderProps) {
  const key = place?.messageGroup ?? place?.keys[0];
  useCrumbs([
    { href: '/messages', label: t('Messages') },
    { href: messageHref(id), label: key ?? shorten(id) },
  ]);
  const wholeId = (
    <span className={styles.id}>
      <span className="mono">{id}</span>
      <CopyButton text={id} label={t('Copy the message id')} />
    </span>
  );
  return (
    <PageHeader
      title={key === undefined ? wholeId : <VisibleText text={key} />}
      marks={
        <>
          {children}
          {timeline === undefined ? null : <StateBadge {...scopeBadge(timelines, timeline)} />}
          {key === undefined ? null : wholeId}
        </>
      }
      actions={actions}
    >
      {place === undefined ? undefined : <HeaderFacts place={place} group={timeline?.group} />}
    </PageHeader>
  );
}

function HeaderFacts({ place, group }: { readonly place: HeaderPlace; readonly group: string | undefined }) {
  const { topic, type, priority, tag, keys, messageGroup, bodyBytes } = place;
  const all = [...new Set([...keys, ...(messageGroup == null ? [] : [messageGroup])])];
  return (
    <span className={styles.headFacts}>
      <span>
        <Said
          of={pieces('Topic {topic}', {
            topic: (
              <Link href={topicHref(topic)} prefetch={false}>
                {topic}
              </Link>
            ),
          })}
        />
      </span>
      {group === undefined ? null : (
        <span>
          <Said
            of={pieces('Group {group}', {
              group: (
                <Link href={groupHref(group)} prefetch={false}>
                  {group}
                </Link>
              ),
            })}
          />
        </span>
      )}
      {type === undefined ? null : <Fact name={t('Type')}>{typeWord(type)}</Fact>}
      {priority == null ? null : <Fact name={t('Priority')}>{String(priority)}</Fact>}
      {tag === null ? null : <Fact name={t('Tag')}>{tag}</Fact>}
      {all.length === 0 ? (
        <Fact name={t('Key')}>{t('none')}</Fact>
      ) : all.length === 1 ? null : (
        <Fact name={t('Keys')}>{enumerated(all)}</Fact>
      )}
      {bodyBytes === undefined ? null : <Fact name={t('Size')}>{formatBytes(bodyBytes)}</Fact>}
    </span>
  );
}

function Fact({ name, children }: { readonly name: string; readonly children: string }) {
  return (
    <span>
      {name}{' '}
      <b>
        <VisibleText text={children} />
      </b>
    </span>
  );
}
