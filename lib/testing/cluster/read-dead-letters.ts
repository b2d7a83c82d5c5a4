import { pull } from '../../cluster/admin/pull';
import type { Cluster } from '../../cluster/cluster';
import { deadLetterTopic } from '../../cluster/read/retry-topic';
import type { Letter } from '../../cluster/redrive/letter';

const RETRY = '%RETRY%';

/** The first dead letters of a group at every broker, as they lie there. */
export async function readDeadLetters(cluster: Cluster, group: string): Promise<readonly Letter[]> {
  const { parts } = await cluster.gather((_broker, ask) =>
    ask(pull, { topic: deadLetterTopic(group), queueNo: 0, offset: 0, most: 32 }),
  );
  return parts.flatMap(({ broker, value }) =>
    (value?.messages ?? []).map(({ properties, queueId, queueOffset, bornTimestamp, ...message }): Letter => {
      const { RETRY_TOPIC: from = '', TAGS: tag = null, KEYS: keys = '', UNIQ_KEY: messageId = '' } = properties;
      const own = [`${RETRY}${group}_`, `${RETRY}${group}+`].find((prefix) => from.startsWith(prefix));
      return {
        ...{ broker, group, tag, messageId, properties, queueNo: queueId, offset: queueOffset, bornMs: bornTimestamp },
        ...{ topic: own === undefined ? from : from.slice(own.length), keys: keys.split(' ').filter(Boolean) },
        ...{ flag: message.flag, sysFlag: message.sysFlag, body: message.body },
      };
    }),
  );
}
