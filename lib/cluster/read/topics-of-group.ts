import { classicRetryTopic, deadLetterTopic } from './retry-topic';

interface Names {
  readonly topics: ReadonlySet<string>;
  readonly groups: ReadonlySet<string>;
}

/**
 * The retry and dead-letter topics that are certainly of this group. A retry topic of 5.x clients is named
 * %RETRY%<group>_<topic>, and both names may contain "_": one that may be of another group is `unsure`.
 */
export function topicsOfGroup(
  group: string,
  { topics, groups }: Names,
): { readonly own: readonly string[]; readonly unsure: readonly string[] } {
  const [own, unsure]: [string[], string[]] = [[], []];
  const retry = classicRetryTopic(group);
  for (const topic of topics) {
    if (topic === retry || topic === deadLetterTopic(group) || topic.startsWith(`${retry}+`)) own.push(topic);
    else if (topic.startsWith(`${retry}_`)) {
      const isOwn = ![...groups].some((other) => other !== group && mayBeOf(other, topic));
      (isOwn ? own : unsure).push(topic);
    }
  }
  return { own: own.toSorted(), unsure: unsure.toSorted() };
}

function mayBeOf(group: string, topic: string): boolean {
  const retry = classicRetryTopic(group);
  return topic === retry || topic.startsWith(`${retry}_`);
}
