import type { AnswerOf } from '../../http/operation';
import type { practicePage } from './practice';

export type PracticeView = AnswerOf<typeof practicePage>;
