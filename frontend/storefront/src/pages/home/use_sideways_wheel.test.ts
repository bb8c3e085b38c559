import { expect, test } from 'vitest';
import { sidewaysTarget } from './use_sideways_wheel';

const strip = (scrollLeft: number) => ({ scrollLeft, clientWidth: 400, scrollWidth: 1000 });
const wheel = { deltaX: 0, deltaY: 100, deltaMode: 0, ctrlKey: false };

test('the wheel scrolls the strip sideways', () => {
  expect(sidewaysTarget(strip(0), wheel)).toBe(100);
  expect(sidewaysTarget(strip(300), { ...wheel, deltaY: -100 })).toBe(200);
  expect(sidewaysTarget(strip(0), { ...wheel, deltaY: 3, deltaMode: 1 })).toBe(120);
});

test('the last turn stops at the end', () => {
  expect(sidewaysTarget(strip(550), wheel)).toBe(600);
});

test.each([
  ['at the end', strip(600), wheel],
  ['at the start', strip(0), { ...wheel, deltaY: -100 }],
  ['for a sideways gesture', strip(100), { ...wheel, deltaX: 200 }],
  ['for zooming', strip(100), { ...wheel, ctrlKey: true }],
])('the page keeps the wheel %s', (_, element, event) => {
  expect(sidewaysTarget(element, event)).toBeNull();
});
