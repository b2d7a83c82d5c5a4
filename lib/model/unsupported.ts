import { BrokerError } from './errors';
import { told } from './language/t';
import type { Capability } from './offers';
import { whyNot } from './why-not';
import type { EngineKind } from './workspace';

/** @throws BrokerError unsupported */
export function unsupported(engine: EngineKind, capability: Capability): never {
  throw new BrokerError('unsupported', whyNot(engine, capability) ?? told('It is offered.'), {
    field: 'workspace',
    limit: 'a workspace that offers this',
  });
}
