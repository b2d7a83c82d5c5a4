import 'server-only';
import { notFound } from 'next/navigation';
import { isBrokerError } from '../model/errors';

const ABSENT: ReadonlySet<string> = new Set([
  'group-not-found',
  'topic-not-found',
  'message-not-found',
  'not-found',
  'illegal-group',
  'illegal-topic',
]);

/** For pages: what the address names does not exist, so show the page that says so. */
export async function orNotFound<T>(read: Promise<T>): Promise<T> {
  try {
    return await read;
  } catch (error) {
    if (isBrokerError(error) && ABSENT.has(error.code)) notFound();
    throw error;
  }
}

/** A dynamic segment as its name. Next hands pages the encoded form and generateMetadata the decoded one. */
export function segmentName(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
