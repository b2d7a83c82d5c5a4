import { classicRetryTopic, deadLetterTopic } from './retry-topic';

/** Of all brokers: a name that one broker has decides at the others too. */
export interface KnownNames {
  readonly topics: ReadonlySet<string>;
  readonly groups: ReadonlySet<string>;
  /** False: a broker is silent, which may have more. */
  readonly isWhole: boolean;
}

/** Whether a topic goes with a group, or may, by its name. */
function mayGoWith(group: string, topic: string): boolean {
  const retry = classicRetryTopic(group);
  return topic === deadLetterTopic(group) || topic.startsWith(`${retry}+`) || mayRetry(group, topic);
}

/** Another group whose 5.x clients have, for one topic, a retry topic with the name of this group's own. */
export function namesakesOf(group: string, { topics, groups, isWhole }: KnownNames): readonly string[] {
  const words = group.split('_');
  return words.slice(1).flatMap((_word, n) => {
    const [other, topic] = [words.slice(0, n + 1).join('_'), words.slice(n + 1).join('_')];
    if (other === '' || topic === '') return [];
    return !isWhole || (groups.has(other) && topics.has(topic)) ? [other] : [];
  });
}

/**
 * Which of the topics of a broker are certainly of this group. A retry topic of 5.x clients is named
 * %RETRY%<group>_<topic>, and both names may contain "_": one that may be of another group is `unsure`.
 */
export function topicsOfGroup(
  group: string,
  present: Iterable<string>,
  known: KnownNames,
): { readonly own: readonly string[]; readonly unsure: readonly string[] } {
  const [own, unsure]: [string[], string[]] = [[], []];
  const isShared = namesakesOf(group, known).length > 0;
  const others = [...known.groups].filter((other) => other !== group);
  const isOwn = (topic: string): boolean => {
    if (topic === classicRetryTopic(group)) return !isShared;
    if (!mayRetry(group, topic)) return true;
    return known.isWhole && !others.some((other) => mayRetry(other, topic));
  };
  for (const topic of present) if (mayGoWith(group, topic)) (isOwn(topic) ? own : unsure).push(topic);
  return { own: own.toSorted(), unsure: unsure.toSorted() };
}

function mayRetry(group: string, topic: string): boolean {
  const retry = classicRetryTopic(group);
  return topic === retry || topic.startsWith(`${retry}_`);
}
