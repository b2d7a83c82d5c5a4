import 'server-only';
import { route } from '../http/operation';
import { createTopic } from '../operations/topics/create';
import { deleteTopic } from '../operations/topics/delete';
import { setFailover } from '../operations/topics/failover';
import { getBrokerTopic, getTopic, listTopics } from '../operations/topics/get';
import { sendTestMessage } from '../operations/topics/send-test';
import { updateTopic } from '../operations/topics/update';

export const createTopicRoute = route(createTopic);
export const listTopicsRoute = route(listTopics);
export const putFailoverRoute = route(setFailover);
export const getTopicRoute = route(getTopic);
export const deleteTopicRoute = route(deleteTopic);
export const growTopicRoute = route(updateTopic);
export const getBrokerTopicRoute = route(getBrokerTopic);
export const sendTestMessageRoute = route(sendTestMessage);
