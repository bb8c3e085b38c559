import { act, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { karela } from '../../test_data';
import { PhotoGallery } from './PhotoGallery';

const photos = ['/images/products/karela', '/images/products/karela-angle', '/images/products/karela-detail'];

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function open(shots: string[] = photos) {
  render(<PhotoGallery product={{ ...karela, photo: shots[0] ?? null }} photos={shots} />);
}

const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms));
const shown = () => {
  const groups = screen.getAllByRole('group').filter((group) => !group.inert);
  return groups.map((group) => group.getAttribute('aria-label')).join();
};
const thumbnail = (number: number) => screen.getByRole('button', { name: `Show photo ${number} of 3` });

test('the next photo comes after 3 seconds, and after the last the first again', () => {
  open();
  expect(shown()).toBe('Photo 1 of 3');
  pass(2999);
  expect(shown()).toBe('Photo 1 of 3');
  pass(1);
  expect(shown()).toBe('Photo 2 of 3');
  pass(3000);
  expect(shown()).toBe('Photo 3 of 3');
  pass(3000);
  expect(shown()).toBe('Photo 1 of 3');
});

test('another photo is a tap away, and stays', () => {
  open();
  fireEvent.click(thumbnail(3));
  expect(shown()).toBe('Photo 3 of 3');
  expect(thumbnail(3)).toHaveAttribute('aria-current', 'true');
  expect(thumbnail(1)).not.toHaveAttribute('aria-current');
  pass(60_000);
  expect(shown()).toBe('Photo 3 of 3');
});

test('the pause button comes first and holds the photo', () => {
  open();
  const [first] = screen.getAllByRole('button');
  expect(first).toHaveAccessibleName('Pause the pictures');
  if (first) fireEvent.click(first);
  pass(60_000);
  expect(shown()).toBe('Photo 1 of 3');
});

test('a swipe turns to the next photo and stops there', () => {
  open();
  const plate = screen.getByRole('group', { name: 'Photo 1 of 3' });
  fireEvent.pointerDown(plate, { pointerType: 'touch', clientX: 300, clientY: 100 });
  fireEvent.pointerUp(plate, { pointerType: 'touch', clientX: 200, clientY: 110 });
  expect(shown()).toBe('Photo 2 of 3');
  pass(60_000);
  expect(shown()).toBe('Photo 2 of 3');
});

test('every photo has a thumbnail', () => {
  open();
  expect(screen.getAllByRole('listitem')).toHaveLength(3);
});

test('a large photo comes when it is next and not before', () => {
  open();
  expect(screen.getAllByAltText('Karela Powder')).toHaveLength(2);
  pass(3000);
  expect(screen.getAllByAltText('Karela Powder')).toHaveLength(3);
});

test('one photo alone needs neither pause nor thumbnails', () => {
  open(photos.slice(0, 1));
  expect(screen.queryByRole('button')).toBeNull();
  expect(screen.getByAltText('Karela Powder')).toHaveAttribute('src', '/images/products/karela-400.webp');
});

test('without any photo the seal stands there', () => {
  open([]);
  expect(screen.getByAltText('Karela Powder')).toHaveAttribute('src', '/favicon.svg');
});
