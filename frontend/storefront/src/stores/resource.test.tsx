import { act, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createResource } from './resource';
import { useResource } from './use_resource';
import { forget, invalidate } from './resource_changes';

const ask =
  vi.fn<(key: string, question: { fresh: boolean; known: string | undefined }) => Promise<string>>();
const words = createResource({ ask, staleMs: 60_000 });

beforeEach(() => {
  vi.useFakeTimers({ now: 1_000_000_000, toFake: ['Date'] });
  ask.mockReset().mockResolvedValue('first');
});
afterEach(() => {
  vi.useRealTimers();
  visibility('visible');
  forget(words);
});

function Reader({ of }: { of?: string }) {
  const { data, error, loading } = useResource(words, of);
  return (
    <p>
      {[data ?? 'nothing', error !== undefined && 'failed', loading && 'asking'].filter(Boolean).join(', ')}
    </p>
  );
}

function visibility(state: DocumentVisibilityState) {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state);
  document.dispatchEvent(new Event('visibilitychange'));
}

const later = (milliseconds: number) => vi.setSystemTime(Date.now() + milliseconds);
const says = (text: string) => screen.findByText(text);

test('is loaded once for all readers, and again for a reader once it is old', async () => {
  const { unmount } = render(
    <>
      <Reader of="key" />
      <Reader of="key" />
    </>,
  );
  expect(screen.getAllByText('nothing, asking')).toHaveLength(2);
  expect(await screen.findAllByText('first')).toHaveLength(2);
  unmount();
  later(59_000);
  const { unmount: leave } = render(<Reader of="key" />);
  expect(ask).toHaveBeenCalledExactlyOnceWith('key', { fresh: false, known: undefined });
  leave();
  later(1_000);
  ask.mockResolvedValue('second');
  render(<Reader of="key" />);
  expect(screen.getByText('first, asking')).toBeVisible();
  expect(await says('second')).toBeVisible();
  expect(ask).toHaveBeenLastCalledWith('key', { fresh: true, known: 'first' });
});

test('is asked for again when the tab is seen again, once it is old, and not while it is hidden', async () => {
  render(<Reader of="key" />);
  await says('first');
  act(() => visibility('hidden'));
  later(24 * 60 * 60 * 1000);
  act(() => document.dispatchEvent(new Event('visibilitychange')));
  expect(ask).toHaveBeenCalledOnce();
  ask.mockResolvedValue('a day later');
  act(() => visibility('visible'));
  expect(await says('a day later')).toBeVisible();
});

test('stays when it cannot be asked for again, and is asked for by the next who looks', async () => {
  await words.load('key');
  later(60_000);
  ask.mockRejectedValueOnce(new Error('down'));
  const { unmount } = render(<Reader of="key" />);
  expect(await says('first, failed')).toBeVisible();
  unmount();
  ask.mockResolvedValue('second');
  render(<Reader of="key" />);
  expect(await says('second')).toBeVisible();
});

test('the later of two requests counts, however long the earlier one takes', async () => {
  let answerFirst: (answer: string) => void = () => {};
  const slow = new Promise<string>((resolve) => {
    answerFirst = resolve;
  });
  ask.mockReturnValueOnce(slow).mockResolvedValueOnce('second');
  const first = words.load('key');
  await words.load('key', true);
  answerFirst('first');
  await first;
  expect(words.entryOf('key')).toMatchObject({ data: 'second', loading: undefined, asOf: Date.now() });
});

test('can be as old as browsers keep answers, unless the server was asked', async () => {
  await words.load('key');
  expect(words.entryOf('key').asOf).toBe(Date.now() - 5_000);
});

test('is asked for again once it is said to be old', async () => {
  await words.load('key');
  invalidate(words, 'key');
  ask.mockResolvedValue('second');
  render(<Reader of="key" />);
  expect(await says('second')).toBeVisible();
});

test('without a key nothing is loaded', () => {
  render(<Reader />);
  expect(screen.getByText('nothing')).toBeVisible();
  expect(ask).not.toHaveBeenCalled();
});
