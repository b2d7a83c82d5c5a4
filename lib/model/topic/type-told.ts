import { msg, type Told, toldOf } from '../language/t';
import type { MessageType } from './topic';

const WORDS: Readonly<Record<MessageType, string>> = {
  NORMAL: msg('NORMAL'),
  FIFO: msg('FIFO'),
  DELAY: msg('DELAY'),
  TRANSACTION: msg('TRANSACTION'),
  PRIORITY: msg('PRIORITY'),
  LITE: msg('LITE'),
};

/** A type within a sentence: programs read it as it is, people in their language. */
export function typeTold(type: MessageType): Told {
  return toldOf(WORDS[type], {});
}
