'use server';

import { action } from '../http/operation';
import { createTopic } from '../operations/topics/create';
import { putTopicDecoder, removeTopicDecoder, tryTopicDecoder } from '../operations/topics/decoder';
import { deleteTopic } from '../operations/topics/delete';
import { setFailover } from '../operations/topics/failover';
import { sendTestMessage } from '../operations/topics/send-test';
import { updateTopic } from '../operations/topics/update';

export const createTopicAction = action(createTopic);
export const updateTopicAction = action(updateTopic);
export const deleteTopicAction = action(deleteTopic);
export const setFailoverAction = action(setFailover);
export const sendTestMessageAction = action(sendTestMessage);
export const putTopicDecoderAction = action(putTopicDecoder);
export const removeTopicDecoderAction = action(removeTopicDecoder);
export const tryTopicDecoderAction = action(tryTopicDecoder);
