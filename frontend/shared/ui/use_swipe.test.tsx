import { fireEvent, render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { useSwipe } from './use_swipe';

function Area({ onSwipe }: { onSwipe: (by: 1 | -1) => void }) {
  return <div data-testid="area" {...useSwipe(onSwipe)} />;
}

function swipe(by: { x: number; y: number }, pointerType = 'touch', cancelled = false) {
  const onSwipe = vi.fn<(by: 1 | -1) => void>();
  render(<Area onSwipe={onSwipe} />);
  const area = screen.getByTestId('area');
  fireEvent.pointerDown(area, { pointerType, clientX: 200, clientY: 300 });
  if (cancelled) fireEvent.pointerCancel(area, { pointerType });
  fireEvent.pointerUp(area, { pointerType, clientX: 200 + by.x, clientY: 300 + by.y });
  return onSwipe.mock.calls;
}

test('to the left comes the next', () => {
  expect(swipe({ x: -60, y: 10 })).toEqual([[1]]);
});

test('to the right comes the one before', () => {
  expect(swipe({ x: 60, y: -10 })).toEqual([[-1]]);
});

test.each([
  ['a tap', { x: 3, y: 2 }],
  ['a short move', { x: 39, y: 0 }],
  ['scrolling', { x: 60, y: 200 }],
])('%s is no swipe', (_, by) => {
  expect(swipe(by)).toEqual([]);
});

test('a mouse drags nothing', () => {
  expect(swipe({ x: -200, y: 0 }, 'mouse')).toEqual([]);
});

test('a gesture the browser takes to scroll is no swipe', () => {
  expect(swipe({ x: -200, y: 0 }, 'touch', true)).toEqual([]);
});
