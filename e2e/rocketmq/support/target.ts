import type { MessageType } from '../../../lib/model/topic/topic';

export interface GroupOptions {
  readonly ordered?: boolean;
  readonly maxRetries?: number;
  /** A customized policy; absent: the broker's own. */
  readonly intervalsMs?: readonly number[];
}

/** A broker under observation: the real one, or this product. */
export interface Target {
  readonly name: 'rocketmq' | 'redrive';
  /** Where it speaks gRPC, on 127.0.0.1. */
  readonly port: number;
  createTopic(name: string, messageType: MessageType, queues: number): Promise<void>;
  createGroup(name: string, options: GroupOptions): Promise<void>;
  /** Replaces the settings of a group while clients use it. */
  changeGroup(name: string, options: GroupOptions): Promise<void>;
  close(): Promise<void>;
}
