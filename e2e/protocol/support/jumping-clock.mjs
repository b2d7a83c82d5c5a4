// node --import: a wall clock that jumps by as many milliseconds as a line of input says. Timers and the monotonic
// clock are real.
import { createInterface } from 'node:readline';

const RealDate = Date;
let shiftMs = 0;
const now = () => RealDate.now() + shiftMs;

globalThis.Date = new Proxy(RealDate, {
  apply: () => new RealDate(now()).toString(),
  construct: (_target, args) => (args.length === 0 ? new RealDate(now()) : new RealDate(...args)),
  get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
});

createInterface({ input: process.stdin }).on('line', (line) => {
  shiftMs += Number(line);
  process.stdout.write(`the clock shows ${new Date().toISOString()}\n`);
});
