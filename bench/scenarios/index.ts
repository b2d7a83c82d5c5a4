import type { Scenario } from '../scenario';
import { bodies } from './bodies';
import { brokers } from './brokers';
import { consoleLoad } from './console';
import { deepBacklog } from './deep-backlog';
import { disturbed } from './disturbed';
import { further } from './further';
import { gateway } from './gateway';
import { idle } from './idle';
import { inProcess } from './in-process';
import { interactions } from './interactions';
import { sdks } from './sdks';
import { wireLatency } from './wire-latency';
import { wireFailing, wireReceive } from './wire-receive';
import { wireSend } from './wire-send';

/** Every work of the table, in its order. Works on shared brokers come first: these end after the last of them. */
export const SCENARIOS: readonly Scenario[] = [
  wireSend,
  wireReceive,
  wireFailing,
  wireLatency,
  sdks,
  disturbed,
  bodies,
  gateway,
  brokers,
  inProcess,
  deepBacklog,
  further,
  idle,
  consoleLoad,
  interactions,
];
