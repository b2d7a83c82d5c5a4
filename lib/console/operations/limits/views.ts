import type * as port from '../../../engine';
import type { Plain } from '../../../model/plain';

export type { LimitWhatIf } from '../../../broker';

/** As pages get them: times are ISO 8601 text. */
export type LimitView = Plain<port.LimitNow>;
export type ProtectionView = Plain<port.ProtectionNow>;
export type ThrottlingPage = Plain<port.ThrottlingPage>;
export type RefusedView = Plain<port.RefusedView>;
export type RefusedTotals = Plain<port.RefusedTotals>;
export type FailoverView = Plain<port.FailoverView>;
export type ChartBar = Plain<port.ChartBar>;
export type ChartMark = Plain<port.ChartMark>;
export type ChartRange = port.ChartRange;
