'use server';

import { action } from '../http/operation';
import { startMove, stepMove } from '../operations/move/move';

export const startMoveAction = action(startMove);
export const stepMoveAction = action(stepMove);
