import { expect, test } from 'vitest';
import { StreamPlaces } from './places';

test('one session takes its share and no more, and others are served', () => {
  const places = new StreamPlaces({ perOwner: 3, inAll: 5 });
  const leave = [places.take('a'), places.take('a'), places.take('a')];
  expect(() => places.take('a')).toThrow('This session has 3 live streams open; at most 3 are allowed.');
  leave.push(places.take('b'), places.take('c'));
  expect(() => places.take('d')).toThrow('This node has 5 live streams open; at most 5 are allowed.');
  // giving a place back twice frees one
  leave[0]?.();
  leave[0]?.();
  expect(() => places.take('d')).not.toThrow();
  expect(() => places.take('a')).toThrow('This node has 5');
});
