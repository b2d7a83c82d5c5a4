import { BrokerError } from '../../model/errors';
import { type Told, told } from '../../model/language/t';
import { masksOf, rulesByName } from '../../model/masking/masks';
import { parseClassicName } from '../../model/classic-names';
import type { ConsumerGroup } from '../../model/group/group';
import { comesBackThrough, REDIRECT_LIMITS, redirectName } from '../../model/redirect/redirect';
import type { Topic } from '../../model/topic/topic';
import { openRedirects, topicsOfGroup } from '../../store/queries/redirect/redirect-letters';
import { MOST_GROUPS } from '../../store/queries/search/message-states';
import { type TargetReaderRow, targetReaders } from '../../store/queries/redrive/redrive-target';
import type { Queryable } from '../../store/queryable';
import type { BrokerContext } from '../context';
import { judgeGroup } from '../redrive/judge';
import { findTarget } from '../redrive/target';

export interface RedirectWish {
  readonly group: string;
  /** The fingerprint of a cause; null: all dead letters of the group. */
  readonly cause: string | null;
  readonly topic: string;
}

export interface JudgedRedirect {
  readonly group: ConsumerGroup;
  readonly topic: Topic;
  readonly readers: readonly TargetReaderRow[];
}

/**
 * What a redirect may never do, asked when it is made, when it is resumed and before each of its batches: who reads a
 * topic changes. No group is named that the caller did not name.
 * @param db sees everything, also for a caller of a team: what it may not see counts
 * @param redirectId 0: of one that is not made yet
 * @throws BrokerError group-not-found, topic-not-found, conflict
 */
export async function judgeRedirect(
  ctx: BrokerContext,
  db: Queryable,
  { group: name, cause, topic: target }: RedirectWish,
  redirectId: number,
): Promise<JudgedRedirect> {
  const group = await ctx.groups.refresh((await ctx.groups.find(name)).groupId);
  if (parseClassicName(target)?.kind === 'dead-letters')
    throw refused(
      target,
      told('Topic {target} holds dead letters, so nothing can be redirected to it.', { target }),
      'another topic',
    );
  const topic = await findTarget(ctx, { target: { topic: target } });
  judgeGroup(group, topic);
  await judgeMasks(ctx, db, group.groupId, topic);
  const readers = await targetReaders(db, topic.topicId);
  const open = await openRedirects(db);
  if (readers.length === 0)
    throw refused(
      target,
      told('No group reads topic {target}. Messages there would expire, and no client would get them.', {
        target,
      }),
      'a topic that a group reads',
    );
  if (readers.every(({ broadcasts }) => broadcasts))
    throw refused(
      target,
      told('Only broadcast groups read topic {target}. Each client gets a copy, and the outcome is unknown.', {
        target,
      }),
      'a topic that a clustering group reads',
    );
  if (readers.length >= MOST_GROUPS)
    throw refused(
      target,
      told('{readers} groups read topic {target}. Outcomes are watched for fewer than {mostGroups} groups only.', {
        readers: readers.length,
        target,
        mostGroups: MOST_GROUPS,
      }),
      `a topic that fewer than ${MOST_GROUPS} groups read`,
    );
  const others = open.filter((each) => each.redirectId !== redirectId);
  const twin = others.find(
    (each) => each.group === name && (each.cause === null || [null, each.cause].includes(cause)),
  );
  if (twin !== undefined)
    throw new BrokerError(
      'conflict',
      twin.cause === null
        ? told('{redirect} already redirects all dead letters of {group}. End it first.', {
            redirect: redirectName(twin.redirectId),
            group: name,
          })
        : told('{redirect} already redirects dead letters of {group} with this cause. End it first.', {
            redirect: redirectName(twin.redirectId),
            group: name,
          }),
      { field: 'group', limit: 'one redirect for a dead letter', value: name },
    );
  if (others.length >= REDIRECT_LIMITS.open)
    throw new BrokerError(
      'conflict',
      told('{open} redirects are open, which is the limit. End one first.', { open: REDIRECT_LIMITS.open }),
      {
        limit: REDIRECT_LIMITS.open,
      },
    );
  const own = { group: name, topic: target, readers: readers.map(({ group: reader }) => reader) };
  const through = comesBackThrough(name, [...others, own]);
  if (through !== null)
    throw refused(
      target,
      own.readers.includes(name)
        ? told('{name} reads topic {target} itself, so its dead letters would return to it.', { name, target })
        : told('A group that reads topic {target} has a redirect back to {name}, so messages would circulate.', {
            target,
            name,
          }),
      'a topic from which nothing leads back',
    );
  return { group, topic, readers };
}

/**
 * What is hidden from any role in the topics of the group must be hidden there: a redirect has no caller whose eyes
 * would decide, and runs when its creator is gone.
 */
async function judgeMasks(ctx: BrokerContext, db: Queryable, groupId: number, topic: Topic): Promise<void> {
  const { rules } = (await ctx.settings.find('masking')).value;
  const masks = strictMasks(rules);
  const there = masks.of([topic.name]);
  for (const from of await topicsOfGroup(db, groupId)) {
    const revealed = rulesByName(masks, from).find((rule) => !there.includes(rule));
    if (revealed === undefined) continue;
    throw refused(
      topic.name,
      told(
        `Rule {revealed} hides parts of messages of {from} from you, but does not cover topic {topic}: copies there
        would show them.`,
        { revealed: revealed.name, from, topic: topic.name },
      ),
      `a topic of rule ${revealed.name}`,
    );
  }
}

/** Of a caller without any role. */
export function strictMasks(rules: Parameters<typeof masksOf>[0]): ReturnType<typeof masksOf> {
  return masksOf(rules, () => 0);
}

function refused(topic: string, message: Told, limit: string): BrokerError {
  return new BrokerError('conflict', message, { field: 'topic', limit, value: topic });
}
