import { act, render, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { FunFacts } from './FunFacts';

let look: (seen: boolean) => void;

beforeEach(() => {
  vi.useFakeTimers();
  const observers: ((seen: boolean) => void)[] = [];
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(callback: (entries: { isIntersecting: boolean }[]) => void) {
        observers.push((isIntersecting) => callback([{ isIntersecting }]));
      }
      observe() {}
      disconnect() {}
    },
  );
  look = (seen) => act(() => observers.forEach((observer) => observer(seen)));
});

afterEach(() => {
  vi.useRealTimers();
});

const pass = (milliseconds: number) => act(() => vi.advanceTimersByTime(milliseconds));

/** The visible figure under a label. */
function figure(label: string): string | null | undefined {
  const definition = screen.getByText(label).nextElementSibling;
  return definition?.querySelector('[aria-hidden]')?.textContent ?? definition?.textContent;
}

test('customers, orders, satisfaction and products, complete before anything moves', () => {
  render(<FunFacts />);
  expect(figure('Happy customers')).toBe('2M+');
  expect(figure('Orders delivered')).toBe('10M+');
  expect(figure('Customer satisfaction')).toBe('99%+');
  expect(figure('Products')).toBe('100+');
});

test('the customers count up over 3 seconds, the orders over 4', () => {
  render(<FunFacts />);
  look(true);
  pass(1500);
  expect(Number.parseFloat(figure('Happy customers') ?? '')).toBeCloseTo(1, 1);
  expect(Number.parseFloat(figure('Orders delivered') ?? '')).toBeCloseTo(3.75, 0);
  pass(1400);
  expect(figure('Happy customers')).not.toBe('2M+');
  pass(150);
  expect(figure('Happy customers')).toBe('2M+');
  pass(850);
  expect(figure('Orders delivered')).not.toBe('10M+');
  pass(150);
  expect(figure('Orders delivered')).toBe('10M+');
});

test('counting waits until the figures are seen', () => {
  render(<FunFacts />);
  look(false);
  pass(5000);
  expect(figure('Happy customers')).toBe('0.0M+');
  look(true);
  pass(3100);
  expect(figure('Happy customers')).toBe('2M+');
});

test('screen readers get the final number from the beginning', () => {
  render(<FunFacts />);
  look(true);
  pass(500);
  expect(figure('Happy customers')).not.toBe('2M+');
  const heard = within(screen.getByRole('region', { name: 'Counted so far' })).getByText('2M+');
  expect(heard).not.toHaveAttribute('aria-hidden');
});

test('nothing moves for those who want no motion', () => {
  vi.stubGlobal('matchMedia', () => ({ matches: true }));
  render(<FunFacts />);
  look(true);
  pass(500);
  expect(figure('Happy customers')).toBe('2M+');
  expect(figure('Orders delivered')).toBe('10M+');
});
