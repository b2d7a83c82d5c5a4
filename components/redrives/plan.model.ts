import type { EngineKind } from '@/lib/model/workspace';
import { CircleSlash, KeyRound, ListFilter, type LucideIcon, Pause, RotateCw, Trash2 } from 'lucide-react';
import type { RedrivePlanView } from '@/lib/console/operations/redrives/views';
import { conditionWords } from '@/lib/model/dead-letter/letter-filter';
import { enumerated } from '@/lib/model/language/list';
import { msg, t } from '@/lib/model/language/t';
import { earlierWords } from '@/lib/model/redrive/earlier-words';
import { valuesOf } from '@/lib/model/language/retell';
import { LEFT_OUT, leftOutWords } from '@/lib/model/redrive/left-out';

export function scopeWords(plan: Pick<RedrivePlanView, 'group' | 'selection'>): string {
  const { deadLetterIds, messageIds, filter, redrive, all } = plan.selection;
  if (all === true) return t('all dead letters of {group}', { group: plan.group });
  if (deadLetterIds !== undefined)
    return t('{count, plural, one {# selected message} other {# selected messages}}', { count: deadLetterIds.length });
  if (messageIds !== undefined) return t('message {id}', { id: messageIds[0] ?? '' });
  if (redrive !== undefined) return earlierWords(redrive);
  return enumerated([plan.group, ...conditionWords(filter ?? {})]);
}

interface StayWords {
  readonly title: string;
  readonly note: string;
  /** The part of `leave` without which they go too; null: they cannot. */
  readonly leave: 'newer' | 'held' | 'tags' | null;
  readonly href: { readonly to: string; readonly link: string } | null;
  readonly icon: LucideIcon;
}

/** Why a part of what matches is left out, and what can be done about it. Pure. */
export function stayWords(
  { kind, why }: Pick<RedrivePlanView['reasons'][number], 'kind' | 'why'>,
  engine: EngineKind = 'embedded',
): StayWords {
  switch (kind) {
    case 'newer-consumed':
      return {
        title: t('A newer message of the same key was consumed'),
        note: t('Found among the newest 20,000 messages. Sending the older message could undo the newer one.'),
        leave: 'newer',
        href: null,
        icon: KeyRound,
      };
    case 'topic-deleted':
      return {
        title: t('Topic deleted'),
        note: t('Topic {topic} was deleted, so no group reads it. They can be sent to another topic.', {
          topic: valuesOf(LEFT_OUT.topicDeleted, why)?.['topic'] ?? '',
        }),
        leave: null,
        href: null,
        icon: Trash2,
      };
    case 'held':
      return { title: t('On hold'), note: t('held by an operator'), leave: 'held', href: null, icon: Pause };
    case 'tag':
      return {
        title: t('Tag not subscribed'),
        note: tagNote(valuesOf(LEFT_OUT.tag, why)?.['tag'], engine),
        leave: engine === 'cluster' ? null : 'tags',
        href: null,
        icon: ListFilter,
      };
    case 'in-redrive': {
      const name = /RD-\d+/.exec(why ?? '')?.[0] ?? '';
      return {
        title: t('In another re-drive'),
        note: leftOutWords(why ?? ''),
        leave: null,
        href: engine === 'cluster' ? null : { to: `/redrives/${name}`, link: t('Open {name}', { name }) },
        icon: RotateCw,
      };
    }
    case null:
      return { title: leftOutWords(why ?? ''), note: '', leave: null, href: null, icon: CircleSlash };
  }
}

function tagNote(tag: string | undefined, engine: EngineKind): string {
  if (tag === undefined)
    return engine === 'cluster'
      ? t('No tag. The broker would count it as consumed without delivering it.')
      : t('No tag. No connected consumer would receive it.');
  return engine === 'cluster'
    ? t('Tag {tag}. The broker would count it as consumed without delivering it.', { tag })
    : t('Tag {tag}. No connected consumer would receive it.', { tag });
}

/** The outcome of a message that was named and is no dead letter any more. */
export const MISSING_WORDS: Readonly<Record<RedrivePlanView['missing'][number]['became'], string>> = {
  consumed: msg('Consumed in the meantime'),
  'under-way': msg('Being delivered now'),
  expired: msg('Expired: deleted when its retention ended'),
  gone: msg('No longer a dead letter'),
};

/** `leave` of the address without one part of it; "none" is not the same as leaving the choice to the plan. */
export function withoutLeave(leave: string, part: string): string {
  const left = leave.split(',').filter((each) => each !== part && each !== '');
  return left.length === 0 ? 'none' : left.join(',');
}

interface KeyWords {
  readonly name: string;
  readonly count: number;
}

/** The parts of a breakdown by key, without empty ones. */
export function keyParts(breakdown: RedrivePlanView['breakdown']): readonly KeyWords[] {
  const names: Readonly<Record<string, string>> = {
    alone: t('one message per key'),
    shared: t('several messages of a key'),
    none: t('without a key'),
  };
  return breakdown.flatMap(({ part, label, count }) => {
    const name = part === 'key' && label !== null ? names[label] : undefined;
    return name === undefined ? [] : [{ name, count }];
  });
}

export function sharedKeys(breakdown: RedrivePlanView['breakdown']): number {
  return breakdown.find(({ part, label }) => part === 'key' && label === 'shared-keys')?.count ?? 0;
}

/** To another topic go also the dead letters whose own topic was deleted. */
export function planFor(plan: RedrivePlanView, topic: string | null): RedrivePlanView {
  if (topic === null) return plan;
  const reasons = plan.reasons.filter(({ kind }) => kind !== 'topic-deleted');
  const excluded = reasons.reduce((sum, { count }) => sum + count, 0);
  return { ...plan, reasons, excluded, inSet: plan.matched - excluded };
}

export function titleOf({ inSet, group }: Pick<RedrivePlanView, 'inSet' | 'group'>, topic: string | null): string {
  if (topic === null)
    return t('Re-drive {inSet, plural, one {# dead letter} other {# dead letters}} to {group}', { inSet, group });
  return topic === ''
    ? t('Send {inSet, plural, one {# dead letter} other {# dead letters}} to a topic', { inSet })
    : t('Send {inSet, plural, one {# dead letter} other {# dead letters}} to topic {topic}', { inSet, topic });
}
