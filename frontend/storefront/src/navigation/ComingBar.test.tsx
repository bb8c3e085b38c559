import { act, fireEvent, render, screen } from '@testing-library/react';
import { lazy, Suspense } from 'react';
import { Link, Route, Routes } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ComingBar } from './ComingBar';
import { ShopRouter } from './ShopRouter';

let arrive: () => void;

beforeEach(() => {
  vi.useFakeTimers();
  window.history.replaceState(null, '', '/');
  const code = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  const Slow = lazy(() => code.then(() => ({ default: () => <p>the page</p> })));
  render(
    <ShopRouter>
      <ComingBar />
      <Link to="/faq">slow</Link>
      <Link to="/blog">quick</Link>
      <Suspense fallback="nothing yet">
        <Routes>
          <Route path="/faq" element={<Slow />} />
          <Route path="*" element={<p>another page</p>} />
        </Routes>
      </Suspense>
    </ShopRouter>,
  );
});
afterEach(() => {
  vi.useRealTimers();
});

const bar = () => screen.queryByRole('progressbar', { name: 'The page is on its way' });
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

test('a page whose code is not there yet has a bar after 150 ms, until it is shown', async () => {
  fireEvent.click(screen.getByText('slow'));
  await pass(149);
  expect(bar()).toBeNull();
  await pass(1);
  expect(bar()).toBeVisible();
  expect(screen.getByText('another page')).toBeVisible();
  arrive();
  await pass(0);
  expect(screen.getByText('the page')).toBeVisible();
  expect(bar()).toBeNull();
});

test('a page that is there needs none', async () => {
  fireEvent.click(screen.getByText('quick'));
  await pass(1000);
  expect(bar()).toBeNull();
});

test('a shopper who goes on before that sees the bar go', async () => {
  fireEvent.click(screen.getByText('slow'));
  await pass(150);
  expect(bar()).toBeVisible();
  fireEvent.click(screen.getByText('quick'));
  await pass(1000);
  expect(bar()).toBeNull();
  expect(window.location.pathname).toBe('/blog');
});
