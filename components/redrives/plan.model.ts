import type { EngineKind } from '@/lib/model/workspace';
import { CircleSlash, KeyRound, ListFilter, type LucideIcon, Pause, RotateCw, Trash2 } from 'lucide-react';
import { formatCount, plural } from '@/components/ui/number.model';
import type { RedrivePlanView } from '@/lib/console/operations/redrives/views';
import { conditionWords } from '@/lib/model/dead-letter/letter-filter';

export function scopeWords(plan: Pick<RedrivePlanView, 'group' | 'selection'>): string {
  const { deadLetterIds, messageIds, filter, redrive, all } = plan.selection;
  if (all === true) return `all of ${plan.group}`;
  if (deadLetterIds !== undefined) return `${plural(deadLetterIds.length, 'message')} selected by hand`;
  if (messageIds !== undefined) return `message ${messageIds[0] ?? ''}`;
  if (redrive !== undefined)
    return [
      `${redrive.verdicts.map((verdict) => VERDICT_WORDS[verdict]).join(', ')} in RD-${redrive.redriveId}`,
      ...(redrive.withoutCauses === undefined ? [] : ['without the cause that failed']),
    ].join(', ');
  return [plan.group, ...conditionWords(filter ?? {})].join(', ');
}

const VERDICT_WORDS = {
  'died-again': 'died again',
  recalled: 'recalled',
  cancelled: 'not released',
  excluded: 'excluded',
} as const;

interface StayWords {
  readonly title: string;
  readonly note: string;
  /** The part of `leave` without which they go too; null: they cannot. */
  readonly leave: 'newer' | 'held' | 'tags' | null;
  readonly href: { readonly to: string; readonly link: string } | null;
  readonly icon: LucideIcon;
}

/** Why a part of what matches stays behind, and what can be done about it. Pure. */
export function stayWords(
  { kind, why }: Pick<RedrivePlanView['reasons'][number], 'kind' | 'why'>,
  engine: EngineKind = 'embedded',
): StayWords {
  switch (kind) {
    case 'newer-consumed':
      return {
        title: 'Newer message of the same key consumed',
        note: 'found among the newest 20,000 messages; sending the older one could undo it',
        leave: 'newer',
        href: null,
        icon: KeyRound,
      };
    case 'topic-deleted':
      return {
        title: 'Topic deleted',
        note: `${why ?? ''}; no group reads it any more. A re-drive to another topic takes them`,
        leave: null,
        href: null,
        icon: Trash2,
      };
    case 'held':
      return { title: 'On hold', note: 'an operator holds them', leave: 'held', href: null, icon: Pause };
    case 'tag':
      return {
        title: 'Tag no longer subscribed',
        note:
          engine === 'cluster'
            ? `${why ?? ''}; a broker would count it as consumed, unseen`
            : `${why ?? ''}; no connected consumer would receive it`,
        leave: engine === 'cluster' ? null : 'tags',
        href: null,
        icon: ListFilter,
      };
    case 'in-redrive': {
      const name = /RD-\d+/.exec(why ?? '')?.[0] ?? '';
      return {
        title: 'In another re-drive',
        note: why ?? '',
        leave: null,
        href: engine === 'cluster' ? null : { to: `/redrives/${name}`, link: `Open ${name}` },
        icon: RotateCw,
      };
    }
    case null:
      return { title: why ?? '', note: '', leave: null, href: null, icon: CircleSlash };
  }
}

/** The outcome of a message that was named and is no dead letter any more. */
export const MISSING_WORDS: Readonly<Record<RedrivePlanView['missing'][number]['became'], string>> = {
  consumed: 'Consumed since',
  'under-way': 'Being delivered now',
  expired: 'Expired: removed when the retention was over',
  gone: 'No dead letter any more',
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
    alone: 'alone',
    shared: 'several of one key',
    none: 'without a key',
  };
  return breakdown.flatMap(({ part, label, count }) => {
    const name = part === 'key' && label !== null ? names[label] : undefined;
    return name === undefined ? [] : [{ name, count }];
  });
}

export function sharedKeys(breakdown: RedrivePlanView['breakdown']): number {
  return breakdown.find(({ part, label }) => part === 'key' && label === 'shared-keys')?.count ?? 0;
}

/** To another topic go also the letters whose own one was deleted. */
export function planFor(plan: RedrivePlanView, topic: string | null): RedrivePlanView {
  if (topic === null) return plan;
  const reasons = plan.reasons.filter(({ kind }) => kind !== 'topic-deleted');
  const excluded = reasons.reduce((sum, { count }) => sum + count, 0);
  return { ...plan, reasons, excluded, inSet: plan.matched - excluded };
}

export function titleOf({ inSet, group }: Pick<RedrivePlanView, 'inSet' | 'group'>, topic: string | null): string {
  const letters = `${formatCount(inSet)} dead ${inSet === 1 ? 'letter' : 'letters'}`;
  if (topic === null) return `Re-drive ${letters} to ${group}`;
  return topic === '' ? `Send ${letters} to a topic` : `Send ${letters} to topic ${topic}`;
}
