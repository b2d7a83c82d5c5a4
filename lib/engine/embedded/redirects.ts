import { controlRedirect, createRedirect, listRedirects, planRedirect } from '../../broker';
import type { RedirectsPort } from '../port/redirects';
import type { EmbeddedContext } from './context';

export function embeddedRedirects({ broker }: EmbeddedContext): RedirectsPort {
  return {
    list: (group) => listRedirects(broker, group),
    plan: (wish) => planRedirect(broker, wish),
    create: (input) => createRedirect(broker, input),
    control: (input) => controlRedirect(broker, input),
  };
}
