import { createHash } from 'node:crypto';

import { BrokerError } from '../../model/errors';
import { told } from '../../model/language/t';
import type { GroupConfig } from '../admin/group-config';
import type { BrokerAnswer } from '../topology/answers';
import { canonical } from './canonical';

const ABSENT = '-';
const MOST_CHARS = 16;

/** What each broker has, as one short text: brokers keep no version of a group that could be compared. */
export function versionOf(parts: readonly BrokerAnswer<GroupConfig | null>[]): string {
  return parts
    .map(({ broker, value }) => `${broker}:${value === null ? ABSENT : digest(value)}`)
    .toSorted()
    .join(' ');
}

/**
 * Every broker that answers now must have what the operator saw of it. One that was silent then may have anything: it
 * was not seen. @throws BrokerError conflict
 */
export function requireVersion(group: string, seen: string, parts: readonly BrokerAnswer<GroupConfig | null>[]): void {
  const before = new Set(seen.split(' '));
  const changed = parts.filter((part) => !before.has(versionOf([part]))).map(({ broker }) => broker);
  if (changed.length === 0) return;
  throw new BrokerError(
    'conflict',
    told(
      `{group} has changed on {changed} since this page was read: another client changed it, or the broker did not
      respond then. Reload the page.`,
      { group, changed },
    ),
    { field: 'version' },
  );
}

const digests = new WeakMap<GroupConfig, string>();
/** Most brokers have the same of a group, and write it the same way. */
const byText = new Map<string, string>();
const MOST_TEXTS = 20_000;

/** The same for two brokers that have the same of a group. */
export function digest(config: GroupConfig): string {
  const known = digests.get(config);
  if (known !== undefined) return known;
  const text = JSON.stringify(config.raw);
  const made =
    byText.get(text) ?? createHash('sha256').update(canonical(config.raw)).digest('hex').slice(0, MOST_CHARS);
  if (byText.size >= MOST_TEXTS) byText.clear();
  byText.set(text, made);
  digests.set(config, made);
  return made;
}
