import { type AdminCall, ANSWER } from './call';
import { jsonOf, listOf, recordOf, textOf } from './decode';

/** 105, to a name server: the brokers that have a topic; none: it knows no such topic. */
export const topicRoute: AdminCall<{ readonly topic: string }, readonly string[]> = {
  code: 105,
  name: 'GET_ROUTEINFO_BY_TOPIC',
  kind: 'read',
  accepts: [ANSWER.topicNotFound],
  ask: ({ topic }) => ({ fields: { topic } }),
  read: ({ code, body }) =>
    code === ANSWER.topicNotFound
      ? []
      : listOf(recordOf(jsonOf(body), 'the route').queueDatas, 'queueDatas').map((queue) =>
          textOf(recordOf(queue, 'queues of a broker').brokerName, 'brokerName'),
        ),
};
