import { answerRead } from '@/lib/console/reads/answer-read';

export { answerRead as GET };
