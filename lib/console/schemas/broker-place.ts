import { z } from 'zod';
import { BROKER_PLACE } from '../../model/message/broker-place';

export const placeAtBroker = z.string().regex(BROKER_PLACE, 'must be a place like 3-1042@broker-a@orders');
