import type { Actor } from '../../model/audit/actor';
import { type Decoder, makeDecoder } from '../../model/decode/decoder';
import { DECODER_LIMITS, type DecoderKind } from '../../model/decode/topic-decoder';
import { Undecodable } from '../../model/decode/undecodable';
import { BrokerError } from '../../model/errors';
import { type Told, told } from '../../model/language/t';
import { masksOf, rulesByName } from '../../model/masking/masks';
import { hidesBody, type MaskingRule } from '../../model/masking/rule';
import { appendAudit } from '../../store/queries/audit/audit-append';
import {
  decodersChange,
  lettersDueAgain,
  topicDecoderDelete,
  topicDecoderInsert,
  topicDecoderLock,
  topicDecoders,
  type TopicDecoderRow,
} from '../../store/queries/decoder/topic-decoder';
import { isUniqueViolation } from '../../store/sql-errors';
import { withTransaction } from '../../store/transaction';
import type { BrokerContext } from '../context';

export type TopicDecoder = TopicDecoderRow;

interface DecoderChange {
  readonly topic: string;
  /** The one the editor saw; 0: there was none. */
  readonly version: number;
  readonly reason: string;
  readonly actor: Actor;
  /** They may change the rules that hide parts of bodies, so a change uncovers no more than they could. */
  readonly mayChangeRules: boolean;
}

export interface NewDecoder extends DecoderChange {
  readonly kind: DecoderKind;
  readonly schema: Buffer;
  readonly message: string | null;
}

export async function findDecoder({ store }: BrokerContext, topic: string): Promise<TopicDecoder | null> {
  const [found] = await topicDecoders(store.console, [topic]);
  return found ?? null;
}

/** A rule about copies in dead-letter topics reads the bodies of every topic. */
function hidingIn({ masks }: Pick<BrokerContext, 'masks'>, topics: readonly string[]): readonly MaskingRule[] {
  const ofCopies = masks.somewhere.filter((rule) => rule.topics.some((name) => name.startsWith('%')));
  return [...new Set([...topics.flatMap((topic) => rulesByName(masks, topic)), ...ofCopies])].filter(hidesBody);
}

/** The rules that find what they hide in bodies of the topic by names of fields: its decoder gives the names. */
export async function pathRulesOf({ settings }: Pick<BrokerContext, 'settings'>, topic: string): Promise<string[]> {
  const { rules } = (await settings.find('masking')).value;
  const masks = masksOf(rules, () => 0);
  return hidingIn({ masks }, [topic]).flatMap(({ name, paths }) => (paths.length > 0 ? [name] : []));
}

/**
 * Whether what a decoder that is not saved makes of a body may be shown: it could name fields as no rule does.
 * @param topics where the message is, and was sent to
 */
export function mayShowTried(ctx: Pick<BrokerContext, 'masks'>, topics: readonly string[]): boolean {
  return hidingIn(ctx, topics).length === 0;
}

/**
 * Rules hide fields of decoded bodies by name, and a decoder gives the names: another one could uncover what is hidden.
 * @throws BrokerError forbidden
 */
function refuseHidden(ctx: BrokerContext, { topic, mayChangeRules }: DecoderChange): void {
  const hiding = mayChangeRules ? [] : hidingIn(ctx, [topic]);
  if (hiding.length === 0) return;
  throw new BrokerError(
    'forbidden',
    told(
      `Rule {hiding} hides parts of the bodies of {topic} from you. A decoder names the hidden fields, so only people
      who may change the rules can change it.`,
      { topic, hiding: hiding.map(({ name }) => name) },
    ),
    { field: 'topic', limit: 'a topic of which you see whole bodies', value: topic },
  );
}

/** @throws BrokerError bad-request, conflict, forbidden */
export async function putDecoder(ctx: BrokerContext, change: NewDecoder): Promise<TopicDecoder> {
  const { kind, schema, message, ...common } = change;
  refuseHidden(ctx, change);
  checkDecoder({ kind, schema, message });
  if (kind === 'protobuf' && message === null)
    throw refusal('message', 'the name of a message', '', told('Enter the full name of the Protobuf message.'));
  const made = { topic: change.topic, kind, schema, message, updatedBy: change.actor.name };
  return await write(ctx, common, async (db) => await topicDecoderInsert(db, ctx.clock.nowOrNull(), made));
}

/**
 * The bodies are read as they were sent.
 * @throws BrokerError conflict, forbidden
 */
export async function removeDecoder(ctx: BrokerContext, change: DecoderChange): Promise<void> {
  refuseHidden(ctx, change);
  await write(ctx, change, () => Promise.resolve(null));
}

/** A schema that can be read, of a size that is kept. @throws BrokerError bad-request */
export function checkDecoder(given: Pick<NewDecoder, 'kind' | 'schema' | 'message'>): Decoder {
  const { schema, message } = given;
  if (schema.length > DECODER_LIMITS.schemaBytes)
    throw refusal(
      'schema',
      `at most ${DECODER_LIMITS.schemaBytes} bytes`,
      schema.length,
      told('The schema may have at most {limit, number} bytes (got {bytes, number}).', {
        limit: DECODER_LIMITS.schemaBytes,
        bytes: schema.length,
      }),
    );
  try {
    return makeDecoder(given);
  } catch (error) {
    if (!(error instanceof Undecodable)) throw error;
    const field = message !== null && error.message.startsWith('the schema has no message') ? 'message' : 'schema';
    throw new BrokerError('bad-request', told('The decoder cannot be used: {message}.', { message: error.told }), {
      field,
      limit: 'a schema that can be read',
      value: field === 'message' ? message : schema.length,
    });
  }
}

function refusal(field: 'schema' | 'message', limit: string, value: string | number, message: Told): BrokerError {
  return new BrokerError('bad-request', message, {
    ...{ field, limit, value },
  });
}

type Write<T> = (db: Parameters<Parameters<typeof withTransaction>[1]>[0]) => Promise<T>;

async function write<T extends TopicDecoder | null>(
  ctx: BrokerContext,
  { topic, version, reason, actor }: DecoderChange,
  make: Write<T | null>,
): Promise<T> {
  try {
    const made = await withTransaction(ctx.store.console, async (db) => {
      await decodersChange(db);
      const before = await topicDecoderLock(db, topic);
      if ((before?.decoderId ?? 0) !== version) throw conflict(topic, before);
      if (before !== null && !(await topicDecoderDelete(db, topic, version))) throw conflict(topic, before);
      const after = await make(db);
      if (before === null && after === null) return after;
      const action = after === null ? 'topic.decoder-remove' : 'topic.decoder';
      await appendAudit(db, { actor, action, target: topic, reason, before: noted(before), after: noted(after) });
      await lettersDueAgain(db, topic);
      return after;
    });
    ctx.changes.emit({ kind: 'topic' });
    return made as T;
  } catch (error) {
    if (isUniqueViolation(error)) throw conflict(topic, null);
    throw error;
  }
}

/** By its hash: a schema has thousands of lines. */
function noted(decoder: TopicDecoder | null): Record<string, unknown> | undefined {
  if (decoder === null) return undefined;
  const { kind, message, schemaBytes, schemaHash } = decoder;
  return { kind, message, schemaBytes, schemaHash };
}

function conflict(topic: string, current: TopicDecoder | null): BrokerError {
  return new BrokerError(
    'conflict',
    told('Someone else saved the decoder of {topic} first. Reload the page.', { topic }),
    {
      field: 'version',
      limit: current?.decoderId ?? 0,
      value: topic,
    },
  );
}
