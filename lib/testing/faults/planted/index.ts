import type { Fault } from '../fault';
import { BROKER_FAULTS } from './broker';
import { CONSOLE_FAULTS } from './console';
import { DEAD_LETTER_FAULTS } from './dead-letters';
import { GATEWAY_FAULTS } from './gateway';
import { MODEL_FAULTS } from './model';
import { OUTSIDE_FAULTS } from './outside';
import { SQL_FAULTS } from './sql';

export const FAULTS: readonly Fault[] = [
  ...MODEL_FAULTS,
  ...BROKER_FAULTS,
  ...SQL_FAULTS,
  ...DEAD_LETTER_FAULTS,
  ...GATEWAY_FAULTS,
  ...CONSOLE_FAULTS,
  ...OUTSIDE_FAULTS,
];
