import { act, fireEvent, render, screen } from '@testing-library/react';
import { BrowserRouter, Link, useNavigate } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { inPlace, over, RouteChange } from './RouteChange';
import { PATIENCE_MS } from './settle';

/** The largest scroll position of the page under test. */
let room = 5000;
let pageGrew = () => {};

beforeEach(() => {
  vi.useFakeTimers();
  room = 5000;
  window.history.replaceState(null, '', '/');
  vi.stubGlobal(
    'ResizeObserver',
    class {
      constructor(report: () => void) {
        pageGrew = report;
      }
      observe() {}
      disconnect() {
        pageGrew = () => {};
      }
    },
  );
  vi.spyOn(window, 'scrollTo').mockImplementation(scrollTo as never);
  document.documentElement.scrollTop = 0;
});

afterEach(() => {
  vi.useRealTimers();
  sessionStorage.clear();
});

/** Simulates a scroll by the page: it moves at once, and the event follows in the next frame. */
function scrollTo({ top = 0 }: ScrollToOptions) {
  document.documentElement.scrollTop = Math.min(top, room);
  setTimeout(() => fireEvent.scroll(window), 16);
}

/** Simulates a scroll by the shopper. */
function scroll(top: number) {
  document.documentElement.scrollTop = Math.min(top, room);
  fireEvent.scroll(window);
}

function Shop() {
  const navigate = useNavigate();
  return (
    <main id="main" tabIndex={-1}>
      <RouteChange />
      <Link to="/product/1">product</Link>
      <Link to="/shop?type=box" state={inPlace}>
        boxes
      </Link>
      <Link to="/checkout" state={over('/')}>
        checkout
      </Link>
      <Link to="/faq#storage">storage</Link>
      <button type="button" onClick={() => navigate(-1)}>
        back
      </button>
      <button type="button" onClick={() => navigate(1)}>
        forward
      </button>
    </main>
  );
}

function open() {
  render(<Shop />, { wrapper: BrowserRouter });
}

function follow(name: string) {
  const link = screen.getByRole('link', { name });
  link.focus();
  fireEvent.click(link);
}

async function step(name: 'back' | 'forward') {
  fireEvent.click(screen.getByRole('button', { name }));
  await act(() => vi.advanceTimersByTimeAsync(50));
}

test('a link starts at the top, with the focus at the content', () => {
  open();
  scroll(700);
  follow('product');
  expect(window.scrollY).toBe(0);
  expect(screen.getByRole('main')).toHaveFocus();
});

test('back and forward find every page where it was left', async () => {
  open();
  scroll(700);
  follow('product');
  scroll(1200);
  await step('back');
  expect(window.location.pathname).toBe('/');
  expect(window.scrollY).toBe(700);
  await step('forward');
  expect(window.location.pathname).toBe('/product/1');
  expect(window.scrollY).toBe(1200);
});

test('a page that is still short is followed until it is long enough', async () => {
  open();
  scroll(3000);
  follow('product');
  room = 200;
  await step('back');
  expect(window.scrollY).toBe(200);
  room = 4000;
  pageGrew();
  expect(window.scrollY).toBe(3000);
  scroll(100);
  pageGrew();
  expect(window.scrollY).toBe(100);
});

test('a shopper who scrolls by themselves is left alone', async () => {
  open();
  scroll(3000);
  follow('product');
  room = 200;
  await step('back');
  fireEvent.wheel(window);
  scroll(50);
  room = 4000;
  pageGrew();
  expect(window.scrollY).toBe(50);
});

test('a page that never grows is given up after five seconds', async () => {
  open();
  scroll(3000);
  follow('product');
  room = 200;
  await step('back');
  await act(() => vi.advanceTimersByTimeAsync(PATIENCE_MS));
  room = 4000;
  pageGrew();
  expect(window.scrollY).toBe(200);
});

test('leaving again while a page grows does not lose its place', async () => {
  open();
  scroll(3000);
  follow('product');
  room = 200;
  await step('back');
  await step('forward');
  room = 4000;
  await step('back');
  expect(window.scrollY).toBe(3000);
});

test('a change in place moves neither the page nor the focus', () => {
  open();
  scroll(300);
  follow('boxes');
  expect(window.location.search).toBe('?type=box');
  expect(window.scrollY).toBe(300);
  expect(screen.getByRole('link', { name: 'boxes' })).toHaveFocus();
});

test('a dialog with an address of its own moves neither the page nor the focus, nor does going back from it', async () => {
  open();
  scroll(300);
  follow('checkout');
  expect(window.location.pathname).toBe('/checkout');
  expect(window.scrollY).toBe(300);
  const link = screen.getByRole('link', { name: 'checkout' });
  expect(link).toHaveFocus();
  await step('back');
  expect(window.location.pathname).toBe('/');
  expect(window.scrollY).toBe(300);
  expect(link).toHaveFocus();
});

test('a link to a part of a page shows that part once it is there', () => {
  open();
  follow('storage');
  const part = document.body.appendChild(document.createElement('h2'));
  part.id = 'storage';
  const shown = vi.spyOn(part, 'scrollIntoView').mockImplementation(() => {});
  pageGrew();
  expect(shown).toHaveBeenCalledOnce();
  part.remove();
});

test('a hash that is no encoding is a part of the page like any other', () => {
  window.history.replaceState(null, '', '/#50%off');
  open();
  expect(screen.getByRole('link', { name: 'product' })).toBeVisible();
});

test.each([
  ['reload', 800],
  ['back_forward', 800],
  ['navigate', 0],
])('a document opened by %s begins at %i', async (type, top) => {
  vi.spyOn(performance, 'getEntriesByType').mockReturnValue([{ type } as unknown as PerformanceEntry]);
  sessionStorage.setItem('scroll', JSON.stringify([['default /', 800]]));
  vi.resetModules();
  const { RouteChange: Fresh } = await import('./RouteChange');
  await act(async () => render(<Fresh />, { wrapper: BrowserRouter }));
  expect(window.scrollY).toBe(top);
});

test('positions are stored when the document is left', () => {
  open();
  scroll(640);
  window.dispatchEvent(new Event('pagehide'));
  expect(JSON.parse(sessionStorage.getItem('scroll') ?? '')).toContainEqual(['default /', 640]);
});
