// node --import: a wall clock that is wrong by the milliseconds in the file REDRIVE_CLOCK_FILE. Timers and the monotonic
// clock stay right.
import { readFileSync } from 'node:fs';

const RealDate = Date;
const LOOK_EVERY_MS = 50;
const file = process.env.REDRIVE_CLOCK_FILE;
let shiftMs = 0;
const look = () => (shiftMs = Number(readFileSync(file).readBigInt64LE(0)));
const now = () => RealDate.now() + shiftMs;

globalThis.Date = new Proxy(RealDate, {
  apply: () => new RealDate(now()).toString(),
  construct: (_target, args) => (args.length === 0 ? new RealDate(now()) : new RealDate(...args)),
  get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
});

look();
setInterval(look, LOOK_EVERY_MS).unref();
