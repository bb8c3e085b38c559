import { expect, test, vi } from 'vitest';
import { showPlainly, usePlainMessages } from './plain_messages';

test('a plain message stands for its time', () => {
  vi.useFakeTimers();
  const shown = () => usePlainMessages.getState().shown.map(({ message }) => message);
  showPlainly({ message: 'long', role: 'alert', area: 'page' }, 4000);
  showPlainly({ message: 'short', role: 'status', area: 'page' }, 2000);
  vi.advanceTimersByTime(1999);
  expect(shown()).toEqual(['long', 'short']);
  vi.advanceTimersByTime(1);
  expect(shown()).toEqual(['long']);
  vi.advanceTimersByTime(2000);
  expect(shown()).toEqual([]);
  vi.useRealTimers();
});
