import { act, fireEvent, render, screen } from '@testing-library/react';
import { renderToString } from 'react-dom/server';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { PauseButton } from './PauseButton';
import { useRotation } from './use_rotation';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function Pictures({ count = 3 }: { count?: number }) {
  const { shown, playing, moving, show, turn, toggle, holding } = useRotation(count, 5000);
  return (
    <div data-testid="pictures" {...holding}>
      <PauseButton playing={playing} onToggle={toggle} />
      <button type="button" onClick={() => show(2)}>
        third
      </button>
      <button type="button" onClick={() => turn(-1)}>
        back
      </button>
      <output>{`${shown} ${moving ? 'moving' : 'still'}`}</output>
    </div>
  );
}

const state = () => screen.getByRole('status').textContent;
const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms));
const pictures = () => screen.getByTestId('pictures');

function setTab(hidden: boolean) {
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(hidden);
  act(() => void document.dispatchEvent(new Event('visibilitychange')));
}

test('the next comes when the time is up, and after the last the first again', () => {
  render(<Pictures />);
  pass(4999);
  expect(state()).toBe('0 moving');
  pass(1);
  expect(state()).toBe('1 moving');
  pass(5000);
  expect(state()).toBe('2 moving');
  pass(5000);
  expect(state()).toBe('0 moving');
});

test('one alone stays', () => {
  render(<Pictures count={1} />);
  pass(20_000);
  expect(state()).toBe('0 still');
});

test('fewer than before leave none that is not there', () => {
  const { rerender } = render(<Pictures count={3} />);
  pass(5000);
  pass(5000);
  expect(state()).toBe('2 moving');
  rerender(<Pictures count={2} />);
  expect(state()).toBe('0 moving');
});

test('it waits for a mouse that rests on it, and then begins anew', () => {
  render(<Pictures />);
  pass(3000);
  fireEvent.pointerEnter(pictures(), { pointerType: 'mouse' });
  pass(20_000);
  expect(state()).toBe('0 still');
  fireEvent.pointerLeave(pictures(), { pointerType: 'mouse' });
  pass(4999);
  expect(state()).toBe('0 moving');
  pass(1);
  expect(state()).toBe('1 moving');
});

test('a finger does not rest on anything', () => {
  render(<Pictures />);
  fireEvent.pointerEnter(pictures(), { pointerType: 'touch' });
  pass(5000);
  expect(state()).toBe('1 moving');
});

test('it waits while the focus is within', () => {
  render(<Pictures />);
  const button = screen.getByRole('button', { name: 'third' });
  act(() => button.focus());
  pass(20_000);
  expect(state()).toBe('0 still');
  act(() => button.blur());
  pass(5000);
  expect(state()).toBe('1 moving');
});

test('it waits while the tab is hidden', () => {
  render(<Pictures />);
  setTab(true);
  pass(20_000);
  expect(state()).toBe('0 still');
  setTab(false);
  pass(5000);
  expect(state()).toBe('1 moving');
});

test('with reduced motion it stands still', () => {
  const list = { matches: true, addEventListener: vi.fn(), removeEventListener: vi.fn() };
  const media = vi.spyOn(window, 'matchMedia').mockReturnValue(list as unknown as MediaQueryList);
  render(<Pictures />);
  expect(media).toHaveBeenCalledWith('(prefers-reduced-motion: reduce)');
  pass(20_000);
  expect(state()).toBe('0 still');
});

test('the pause button stops it, and starts it although the focus is on the button', () => {
  render(<Pictures />);
  const pause = screen.getByRole('button', { name: 'Pause the pictures' });
  act(() => pause.focus());
  fireEvent.click(pause);
  act(() => pause.blur());
  pass(20_000);
  expect(state()).toBe('0 still');
  const play = screen.getByRole('button', { name: 'Let the pictures change' });
  act(() => play.focus());
  fireEvent.click(play);
  expect(state()).toBe('0 moving');
  pass(5000);
  expect(state()).toBe('1 moving');
});

test.each([
  ['third', '2 still'],
  ['back', '2 still'],
])('a step the user takes (%s) stops it for good', (name, shown) => {
  render(<Pictures />);
  fireEvent.click(screen.getByRole('button', { name }));
  pass(60_000);
  expect(state()).toBe(shown);
});

test('an unmounted rotation leaves no timer', () => {
  const { unmount } = render(<Pictures />);
  unmount();
  expect(vi.getTimerCount()).toBe(0);
});

test('the server draws the first, about to move', () => {
  expect(renderToString(<Pictures />)).toContain('<output>0 moving</output>');
});
