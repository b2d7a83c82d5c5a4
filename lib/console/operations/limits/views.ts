export type { LimitWhatIf } from '../../../broker';
