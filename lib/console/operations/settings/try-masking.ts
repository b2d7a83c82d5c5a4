import { z } from 'zod';
import { findMessage, readBody, readDecoders } from '../../../broker';
import { hideInDecoded } from '../../../model/decode/shown-decoded';
import { BrokerError } from '../../../model/errors';
import { told } from '../../../model/language/t';
import { hideInProperties } from '../../../model/masking/hide';
import { masksOf } from '../../../model/masking/masks';
import { checkMasking } from '../../../model/masking/rule';
import { hiddenWholeWords } from '../../../model/masking/words';
import { topicsOf, userProperties } from '../../../model/message/message';
import { operation } from '../../http/operation';
import { rulesFor } from '../../http/shown-parts';
import { settingSchemas } from '../../schemas/setting';

const MOST_CHARACTERS = 16_384;
const RANKS = { viewer: 1, operator: 2, admin: 3 } as const;

/** Changes nothing but the audit log: the body is read. What is hidden from the caller stays so. */
export const tryMasking = operation({
  name: 'tryMasking',
  summary: 'What rules that are not saved yet would leave of a message for a role',
  ...{ needs: 'installation', permission: 'settings:write', subject: 'system', effect: 'change' },
  input: z.strictObject({
    masking: settingSchemas.masking,
    id: z.string().trim().min(1).max(255),
    role: z.enum(['viewer', 'operator', 'admin']),
  }),
  run: async ({ broker }, { masking, id, role }) => {
    checkMasking(masking);
    const [place] = await findMessage(broker, id);
    if (place === undefined)
      throw new BrokerError(
        'message-not-found',
        told('Message {id} does not exist, or is older than the retention.', { id }),
        {
          field: 'id',
          value: id,
        },
      );
    const found = await readBody(broker, { id, at: `${place.queueId}-${place.off}` });
    const topics = topicsOf(found.topic, found.properties);
    const drafted = masksOf(masking.rules, () => RANKS[role]).of(topics);
    const hiding = [...drafted, ...rulesFor(broker, found)];
    const decoders = await readDecoders(broker.store.console, topics);
    const decoding = decoders.of(topics)?.decode(found.body.bytes) ?? null;
    const { bytes, hidden } = hideInDecoded(found.body.bytes, decoding, hiding).body;
    return {
      topic: found.topic,
      rules: drafted.map(({ name }) => name),
      // a viewer reads no bodies at all
      body: bytes === null ? hiddenWholeWords(hidden) : bytes.toString('utf8').slice(0, MOST_CHARACTERS),
      properties: Object.entries(hideInProperties(userProperties(found.properties ?? {}), hiding)),
    };
  },
  bodiesIn: (_tried, { id }) => [id],
});
