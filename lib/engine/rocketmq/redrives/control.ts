import { pauseRedrive, resumeRedrive } from '../../../broker';
import type { ControlledRedrive, ControlRedriveInput } from '../../../broker/redrive/control';
import type { ClusterEngine } from '../clusters/directory';
import { requireChanges } from '../groups/write';

/** Sends nothing more until it is resumed. @throws BrokerError not-found, conflict */
export function pauseClusterRedrive(
  { letters }: ClusterEngine,
  input: ControlRedriveInput,
): Promise<ControlledRedrive> {
  return pauseRedrive(letters, input);
}

/** @throws BrokerError forbidden, bad-request, not-found, conflict */
export async function resumeClusterRedrive(
  engine: ClusterEngine,
  input: ControlRedriveInput,
): Promise<ControlledRedrive> {
  requireChanges(engine);
  return await resumeRedrive(engine.letters, input);
}
