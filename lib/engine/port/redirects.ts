import type {
  ControlRedirectInput,
  CreateRedirectInput,
  Redirect,
  RedirectList,
  RedirectPlan,
  RedirectWish,
} from '../../broker';

/** Redirects: new dead letters go to another topic by themselves. Every function throws BrokerError. */
export interface RedirectsPort {
  /** At most 200, the open ones first. @throws BrokerError group-not-found */
  list(group: string | undefined): Promise<RedirectList>;
  /** What one would take, and why it would be refused. Changes nothing. @throws BrokerError group-not-found */
  plan(wish: RedirectWish): Promise<RedirectPlan>;
  /** @throws BrokerError bad-request, conflict, group-not-found, topic-not-found */
  create(input: CreateRedirectInput): Promise<Redirect>;
  /** With the batch that it is sending. @throws BrokerError bad-request, conflict, not-found */
  control(input: ControlRedirectInput): Promise<Redirect>;
}
