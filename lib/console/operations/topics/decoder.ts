import { z } from 'zod';
import {
  checkDecoder,
  findDecoder,
  mayShowTried,
  newestBody,
  noteBodies,
  pathRulesOf,
  putDecoder as put,
  removeDecoder as remove,
  type TopicDecoder,
} from '../../../broker';
import { DECODER_KINDS, DECODER_LIMITS, schemaBytes } from '../../../model/decode/topic-decoder';
import { topicNotFound } from '../../../model/not-found';
import { operation, type OperationContext } from '../../http/operation';
import { time } from '../../schemas/shapes';
import { topicInput } from '../../schemas/topic';

const subject = { topic: ({ topic }: { readonly topic: string }) => topic };

const decoderShape = z
  .object({
    kind: z.enum(DECODER_KINDS),
    message: z.string().nullable().describe('Of Protobuf: the full name of the message; else null'),
    schemaBytes: z.int(),
    schemaHash: z.string().describe('SHA-256 of the schema'),
    version: z.int().describe('Name it in the next change'),
    updatedBy: z.string(),
    updatedAt: time,
  })
  .meta({ id: 'TopicDecoder' });

const given = {
  topic: z.string().min(1).max(255),
  kind: z.enum(DECODER_KINDS).describe('Format of the bodies'),
  schema: z
    .string()
    .max(DECODER_LIMITS.schemaChars)
    .default('')
    .describe(
      '`protobuf`: a FileDescriptorSet in base64, or the text of one .proto file. `avro`: the schema. ' +
        '`base64`: JSON paths, one per line. `gzip`: empty',
    ),
  message: z.string().max(DECODER_LIMITS.messageChars).optional().describe('For `protobuf`: full name of the message'),
};

const reason = z.string().trim().max(500).default('').describe('Kept in the audit log');
const version = z.int().min(0).default(0).describe('Version that you read; 0 if there was none');

export const getTopicDecoder = operation({
  name: 'getTopicDecoder',
  summary: 'Decoder of the bodies of a topic',
  ...{ permission: 'topic:read', subject, effect: 'read' },
  input: topicInput,
  output: z.object({ decoder: decoderShape.nullable().describe('null: they are shown as they are') }),
  http: { method: 'get', path: '/topics/{topic}/decoder', tag: 'Topics', answer: 'As of now' },
  run: async ({ engine, kept }, { topic }) => {
    if (!(await engine.topics.has(topic))) throw topicNotFound(topic);
    const found = await findDecoder(kept, topic);
    return { decoder: found && toShape(found) };
  },
});

export const putTopicDecoder = operation({
  name: 'putTopicDecoder',
  summary:
    'Set a decoder for the bodies of a topic wherever they are shown, searched and exported; consumers get the ' +
    'original',
  ...{ permission: 'topic:write', subject, effect: 'change' },
  input: z.strictObject({ ...given, version, reason }),
  output: z.object({
    decoder: decoderShape,
    pathRules: z
      .array(z.string())
      .describe('Masking rules with JSON paths: they hide fields as this decoder names them, so check their paths'),
  }),
  http: { method: 'put', path: '/topics/{topic}/decoder', tag: 'Topics', carriesMessage: true, answer: 'Set' },
  run: async ({ engine, kept, actor, reasonAgainst }, { schema, kind, message, ...change }) => {
    if (!(await engine.topics.has(change.topic))) throw topicNotFound(change.topic);
    const made = await put(kept, {
      ...{ ...change, kind, actor, schema: schemaBytes(kind, schema) },
      message: kind === 'protobuf' ? (message ?? null) : null,
      mayChangeRules: reasonAgainst('settings:write') === null,
    });
    return { decoder: toShape(made), pathRules: await pathRulesOf(kept, change.topic) };
  },
});

export const removeTopicDecoder = operation({
  name: 'removeTopicDecoder',
  summary: 'Remove the decoder of a topic: its bodies are shown as they are',
  ...{ permission: 'topic:write', subject, effect: 'change' },
  input: z.strictObject({ topic: given.topic, version, reason }),
  output: z.object({ decoder: z.null() }),
  http: { method: 'delete', path: '/topics/{topic}/decoder', tag: 'Topics', answer: 'Removed' },
  run: async ({ kept, actor, reasonAgainst }, change) => {
    await remove(kept, { ...change, actor, mayChangeRules: reasonAgainst('settings:write') === null });
    return { decoder: null };
  },
});

const MOST_CHARACTERS = 16_384;

const triedShape = z
  .object({
    messages: z.array(z.string()).describe('Of Protobuf: messages of the schema to choose from'),
    messageId: z.string().nullable().describe('The newest message; null: none is stored, or none was asked for'),
    by: z.string(),
    problem: z.string().nullable().describe('Why it cannot be decoded; null: it can, or none was tried'),
    notes: z.array(z.string()),
    text: z.string().nullable().describe('The first characters; null: nothing was decoded, or it is hidden from you'),
    hidden: z.boolean().describe('Rules hide parts of the message from you, so the decoder is not tried on it'),
  })
  .meta({ id: 'TriedDecoder' });

export const tryTopicDecoder = operation({
  name: 'tryTopicDecoder',
  summary: 'Try an unsaved decoder on the newest message of a topic',
  ...{ permission: 'message:read-body', subject, effect: 'change' },
  input: z.strictObject(given),
  output: triedShape,
  http: {
    ...{ method: 'post', path: '/topics/{topic}/decoder/try', tag: 'Topics', carriesMessage: true },
    answer: 'Tried; nothing is changed',
  },
  run: async (ctx, input) => {
    const answer = await tried(ctx, input);
    const seen = answer.messageId === null || answer.text === null ? [] : [answer.messageId];
    // what cannot be noted is not shown
    const workspace = ctx.kept.workspace ?? undefined;
    await noteBodies({ store: ctx.broker.store, actor: ctx.actor }, 'read-body', seen, workspace);
    return answer;
  },
});

async function tried({ engine, kept }: OperationContext, input: z.output<z.ZodObject<typeof given>>) {
  const { topic, kind, message = null } = input;
  if (!(await engine.topics.has(topic))) throw topicNotFound(topic);
  const schema = schemaBytes(kind, input.schema);
  const source = { kind, schema, message: kind === 'protobuf' ? message : null };
  const { messages, by, decode } = checkDecoder(source);
  const nothing = { messages: [...messages], by, messageId: null, problem: null, notes: [], text: null, hidden: false };
  if (kind === 'protobuf' && message === null) return nothing;
  const newest = await newestBody(kept, topic);
  if (newest === null) return nothing;
  const found = { ...nothing, messageId: newest.messageId };
  // why it fails would say what is in it, question by question
  if (!mayShowTried(kept, newest.topics)) return { ...found, hidden: true };
  const decoding = decode(newest.bytes);
  if (decoding.kind === 'failed') return { ...found, problem: decoding.problem };
  return { ...found, notes: [...decoding.notes], text: decoding.bytes.toString('utf8').slice(0, MOST_CHARACTERS) };
}

function toShape({ topic: _topic, decoderId, ...decoder }: TopicDecoder) {
  return { ...decoder, version: decoderId };
}
