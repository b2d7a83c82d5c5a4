import { BrokerError } from '../../model/errors';

export function topicNotFound(name: string): BrokerError {
  return new BrokerError('topic-not-found', `topic ${name} does not exist.`, { field: 'topic', value: name });
}
