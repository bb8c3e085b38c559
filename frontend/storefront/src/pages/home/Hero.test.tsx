import { act, fireEvent, render, screen, within } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { karela } from '../../test_data';
import { Hero } from './Hero';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function open() {
  render(<Hero products={[karela]} />, { wrapper: MemoryRouter });
}

const slide = (number: number) => screen.getByRole('group', { name: `Slide ${number} of 6` });
const shown = () => screen.getAllByRole('group').filter((group) => !group.inert);
const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms));
const dot = (number: number) => screen.getByRole('button', { name: `Show slide ${number} of 6` });
const pictured = () =>
  screen.getAllByRole('group').flatMap((group, index) => (group.querySelector('img') ? [index + 1] : []));

test('there are six slides, of which one is shown and the others are inert', () => {
  open();
  expect(screen.getAllByRole('group')).toHaveLength(6);
  expect(shown()).toEqual([slide(1)]);
  expect(screen.getByRole('region', { name: 'Featured' })).toHaveAttribute(
    'aria-roledescription',
    'carousel',
  );
  expect(slide(1)).toHaveAttribute('aria-roledescription', 'slide');
});

test('the next slide comes after 5 seconds, and after the sixth the first again', () => {
  open();
  pass(4999);
  expect(shown()).toEqual([slide(1)]);
  pass(1);
  expect(shown()).toEqual([slide(2)]);
  for (let turn = 0; turn < 4; turn += 1) pass(5000);
  expect(shown()).toEqual([slide(6)]);
  pass(5000);
  expect(shown()).toEqual([slide(1)]);
});

test('the pause button comes first', () => {
  open();
  const [first] = screen.getAllByRole('button');
  expect(first).toHaveAccessibleName('Pause the pictures');
  const region = screen.getByRole('region');
  const reachable = region.querySelectorAll('a, button');
  expect(reachable[0]).toBe(first);
});

test('a paused slider stays and tells its changes', () => {
  open();
  const words = slide(1).parentElement;
  expect(words).toHaveAttribute('aria-live', 'off');
  fireEvent.click(screen.getByRole('button', { name: 'Pause the pictures' }));
  pass(30_000);
  expect(shown()).toEqual([slide(1)]);
  expect(words).toHaveAttribute('aria-live', 'polite');
});

test('a dot shows its slide and stops the slider for good', () => {
  open();
  fireEvent.click(dot(4));
  expect(shown()).toEqual([slide(4)]);
  expect(dot(4)).toHaveAttribute('aria-current', 'true');
  expect(dot(1)).not.toHaveAttribute('aria-current');
  pass(60_000);
  expect(shown()).toEqual([slide(4)]);
});

test.each([
  ['left', -80, 2],
  ['right', 80, 6],
])('a swipe to the %s turns to another slide and stops the slider for good', (_, by, number) => {
  open();
  const region = screen.getByRole('region');
  fireEvent.pointerDown(region, { pointerType: 'touch', clientX: 200, clientY: 100 });
  fireEvent.pointerUp(region, { pointerType: 'touch', clientX: 200 + by, clientY: 100 });
  expect(shown()).toEqual([slide(number)]);
  pass(60_000);
  expect(shown()).toEqual([slide(number)]);
});

test.each([
  ['ArrowRight', 2],
  ['ArrowLeft', 6],
])('the key %s turns to another slide and stops the slider for good', (key, number) => {
  open();
  fireEvent.keyDown(dot(1), { key });
  expect(shown()).toEqual([slide(number)]);
  expect(dot(number)).toHaveFocus();
  act(() => dot(number).blur());
  pass(60_000);
  expect(shown()).toEqual([slide(number)]);
});

test('every slide has a heading, and none of them is the page’s', () => {
  open();
  expect(within(slide(1)).getByRole('heading', { level: 2 })).toHaveTextContent(
    'Bitter fruit. Plain labels.',
  );
  expect(screen.getAllByRole('heading', { level: 2 })).toHaveLength(6);
  expect(screen.queryByRole('heading', { level: 1 })).toBeNull();
});

test('a slide leads to its product, or to the shop where that is not sold', () => {
  open();
  expect(screen.getByRole('link', { name: 'Shop Karela Powder' })).toHaveAttribute(
    'href',
    `/product/${karela._id}`,
  );
  expect(screen.getByRole('link', { name: 'Shop Tulsi Powder' })).toHaveAttribute('href', '/shop');
  expect(screen.getByRole('link', { name: 'See all powders' })).toHaveAttribute('href', '/shop');
});

test('every Hindi line is marked as Hindi', () => {
  open();
  for (const line of screen.getAllByText(/[\u0900-\u097f]/)) expect(line).toHaveAttribute('lang', 'hi');
  expect(screen.getAllByText(/[\u0900-\u097f]/)).toHaveLength(6);
});

test('the first picture comes at once and before others, the next when the page is at rest', () => {
  open();
  expect(pictured()).toEqual([1]);
  expect(slide(1).querySelector('img')).toHaveAttribute('fetchpriority', 'high');
  pass(1999);
  expect(pictured()).toEqual([1]);
  pass(1);
  expect(pictured()).toEqual([1, 2]);
  pass(3000);
  expect(pictured()).toEqual([1, 2]);
  pass(2000);
  expect(pictured()).toEqual([1, 2, 3]);
});

test('a picture comes wide or tall, in two formats and two widths', () => {
  open();
  const sources = [...slide(1).querySelectorAll('source')];
  expect(sources.map(({ media }) => media)).toEqual(['(min-width: 761px)', '(min-width: 761px)', '']);
  expect(sources[0]).toHaveAttribute(
    'srcset',
    '/images/hero/karela-jamun-wide-1024.avif 1024w, /images/hero/karela-jamun-wide-1600.avif 1600w',
  );
  expect(slide(1).querySelector('img')).toHaveAttribute(
    'srcset',
    '/images/hero/karela-jamun-tall-480.webp 480w, /images/hero/karela-jamun-tall-720.webp 720w',
  );
});
