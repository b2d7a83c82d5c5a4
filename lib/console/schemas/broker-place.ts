import { z } from 'zod';
import { msg } from '../../model/language/t';
import { BROKER_PLACE } from '../../model/message/broker-place';

export const placeAtBroker = z
  .string()
  .regex(BROKER_PLACE, msg('{field} must be a position like 3-1042@broker-a@orders.'));
