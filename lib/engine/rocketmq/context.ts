import type { BrokerContext } from '../../broker';
import type { ClusterEngine } from './clusters/directory';

/** One attached cluster, and this installation, which keeps its versions, audit log and index of dead letters. */
export interface RocketmqContext {
  readonly broker: BrokerContext;
  readonly engine: ClusterEngine;
}
