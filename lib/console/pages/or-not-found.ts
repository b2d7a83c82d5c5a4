import 'server-only';
import { notFound } from 'next/navigation';
import { type BrokerError, isBrokerError } from '../../model/errors';

const ABSENT: ReadonlySet<string> = new Set([
  'group-not-found',
  'topic-not-found',
  'message-not-found',
  'not-found',
  'illegal-group',
  'illegal-topic',
  'illegal-message-id',
]);

/** The parts of the input that stand in the path of a page. */
const NAMES: ReadonlySet<string> = new Set(['group', 'topic', 'id']);

/** For pages: what the address names does not exist, so show the page that says so. */
export async function orNotFound<T>(read: Promise<T>): Promise<T> {
  try {
    return await read;
  } catch (error) {
    if (isBrokerError(error) && (ABSENT.has(error.code) || cannotBeAName(error))) notFound();
    throw error;
  }
}

/** Too long, or of other characters than any name: nothing is called like that. */
function cannotBeAName({ code, field }: BrokerError): boolean {
  return code === 'bad-request' && NAMES.has(field ?? '');
}

/** A dynamic segment as its name. Next hands pages the encoded form and generateMetadata the decoded one. */
export function segmentName(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
