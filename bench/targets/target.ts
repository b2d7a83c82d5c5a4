import type { GroupOptions } from '../../e2e/rocketmq/support/target';
import type { MessageType } from '../../lib/model/topic/topic';
import type { ProcessCost } from './processes';

/** A broker to put load on, in processes of its own. */
export interface Target {
  /** Where it speaks gRPC, on 127.0.0.1. */
  readonly port: number;
  createTopic(name: string, messageType: MessageType, queues: number): Promise<void>;
  createGroup(name: string, options: GroupOptions): Promise<void>;
  /** All of its processes, a database included. */
  cost(): ProcessCost;
  close(): Promise<void>;
}
