import type { Metadata } from '../../metadata';

export async function topicNames(db: Metadata): Promise<Map<number, string>> {
  const topics = await db.topic.findMany({ select: { topicId: true, name: true } });
  return new Map(topics.map(({ topicId, name }) => [topicId, name]));
}
