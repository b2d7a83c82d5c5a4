import { BrokerError } from './errors';
import { told } from './language/t';

/** A caller may send a name of any length; a sentence repeats what fits into it. */
const SHOWN_CHARS = 130;

export function topicNotFound(name: string, field = 'topic'): BrokerError {
  return new BrokerError('topic-not-found', told('Topic {name} does not exist.', { name: shown(name) }), {
    field,
    value: name,
  });
}

export function groupNotFound(name: string, field = 'group'): BrokerError {
  return new BrokerError('group-not-found', told('Consumer group {name} does not exist.', { name: shown(name) }), {
    field,
    value: name,
  });
}

export function shown(name: string): string {
  return name.length > SHOWN_CHARS ? `${name.slice(0, SHOWN_CHARS)}…` : name;
}
