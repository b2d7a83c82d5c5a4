import { english } from '../model/language/t';
import { type Redirect, controlRedirect, createRedirect, readRedirect } from '../broker/redirect/redirects';
import { stepRedirects } from '../broker/redirect/step';
import { stepRedrives } from '../broker/redrive/step';
import { isBrokerError } from '../model/errors';
import { receiveNow } from './broker';
import { brokerStage } from './broker-stage';
import { Scene } from './scene';

const actor = { kind: 'operator' as const, name: 'ana@example.com' };
const WISH = {
  ...{
    cause: null as string | null,
    ratePerSecond: 1000,
    canary: 2,
    hours: 24,
    reason: 'the gateway refuses yen',
    actor,
  },
};

interface FromTo {
  readonly from: Scene;
  readonly to: Scene;
}

/** A broker, and what redirects and the groups at both ends of them do, on test time. */
export function redirectStage() {
  const stage = brokerStage();
  const receive = (at: Scene) => receiveNow(stage.broker.ctx, { group: at.group, topic: at.topic });
  return {
    stage,
    actor,

    /** A group without retries, and another that reads the topic where its dead letters are to go. */
    async open(): Promise<FromTo> {
      const from = await Scene.open(stage.broker, { maxRetries: 0 });
      const to = await Scene.open(stage.broker, { maxRetries: 0 });
      for (const at of [from, to]) await receive(at);
      return { from, to };
    },

    redirect: ({ from, to }: FromTo, fields: Partial<typeof WISH> = {}): Promise<Redirect> =>
      createRedirect(stage.broker.ctx, { ...WISH, group: from.group, topic: to.topic, ...fields }),

    control: ({ redirectId }: Redirect, verb: 'pause' | 'resume' | 'end', reason = 'test'): Promise<Redirect> =>
      controlRedirect(stage.broker.ctx, { redirectId, verb, actor, reason }),

    /** Whatever it holds fails, and moves to the DLQ. */
    async die(at: Scene): Promise<number> {
      const { clock } = stage.broker;
      clock.advance(1);
      const held = await receive(at);
      for (const one of held) await at.fail(one);
      clock.advance(1);
      return held.length;
    },

    async pass(ms = 1_000): Promise<void> {
      stage.broker.clock.advance(ms);
      await stepRedirects(stage.broker.ctx);
      await stepRedrives(stage.broker.ctx);
    },

    async consume(at: Scene): Promise<string[]> {
      const held = await receive(at);
      for (const one of held) await at.ack(one);
      return held.map(({ messageId }) => messageId);
    },

    read: async ({ redirectId }: { readonly redirectId: number }) => {
      const row = await readRedirect(stage.broker.ctx, redirectId);
      return { ...row, stateWhy: row.stateWhy === null ? null : english(row.stateWhy) };
    },

    async refusal(work: Promise<unknown>): Promise<string> {
      return await work.then(
        () => 'not refused',
        (error: unknown) => (isBrokerError(error) ? `${error.code}: ${error.message}` : String(error)),
      );
    },
  };
}
