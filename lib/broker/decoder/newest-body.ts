import { topicsOf } from '../../model/message/message';
import { unpackBody } from '../../model/unpack/unpack-body';
import { newestInLog, newestLetter } from '../../store/queries/decoder/newest-body';
import type { BrokerContext } from '../context';

/** To try a decoder on. Of a cluster its dead letters alone are kept here. Null: none is stored. */
export async function newestBody({ store, workspace }: BrokerContext, topic: string) {
  const stored = workspace === null ? await newestInLog(store.console, topic) : null;
  const found = stored ?? (await newestLetter(store.console, topic));
  if (found === null) return null;
  const { messageId, body, encoding, properties } = found;
  return { messageId, topics: topicsOf(topic, properties), bytes: unpackBody(body, encoding).bytes };
}
