import type * as port from '../../../engine';
import type { Plain } from '../../../model/plain';

/** As pages get them: times are ISO 8601 text. */
export type PeerLoad = Plain<port.PeerLoad>;
export type BrokerOfCluster = Plain<port.BrokerOfCluster>;
export type BrokersOfCluster = Plain<port.BrokersOfCluster>;
export type PeerMark = Plain<port.PeerMark>;
export type CopiesInBrokers = Plain<port.CopiesInBrokers>;
export type FoundInBrokers = Plain<port.FoundInBrokers>;
export type TimersOfCluster = Plain<port.TimersOfCluster>;
export type LoadHistory = Plain<port.LoadHistory>;
export type AccessOfCluster = Plain<port.AccessOfCluster>;
export type AccessExplained = Plain<port.AccessExplained>;
