import { act, fireEvent, render, screen } from '@testing-library/react';
import { createElement, Suspense } from 'react';
import { expect, test, vi } from 'vitest';
import { pagePart } from '../start/load_part';
import { PageBoundary } from './PageBoundary';

function Broken(): never {
  throw new Error('no such chunk');
}

test('a broken page leaves an error screen, another path is a new chance', () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const { rerender } = render(
    <PageBoundary path="/cart">
      <Broken />
    </PageBoundary>,
  );
  expect(screen.getByText('Something went wrong. Please try again.')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Retry' })).toBeVisible();

  rerender(<PageBoundary path="/">home</PageBoundary>);
  expect(screen.getByText('home')).toBeVisible();
});

/** A page whose code loads on the given try. */
function pageOnTry(number: number) {
  let tries = 0;
  const part = pagePart(async () => {
    if (++tries < number) throw new Error('no such chunk');
    return { default: () => <p>the page</p> };
  });
  return () => createElement(part());
}

const online = () => act(async () => void window.dispatchEvent(new Event('online')));

test('code that does not come is asked for three times, then again when the shopper wants', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no connection')));
  const Page = pageOnTry(4);
  await act(async () => {
    render(
      <PageBoundary path="/cart">
        <Suspense fallback="on its way">
          <Page />
        </Suspense>
      </PageBoundary>,
    );
  });
  expect(screen.getByText('on its way')).toBeVisible();
  await online();
  expect(screen.getByText('on its way')).toBeVisible();
  await online();
  fireEvent.click(await screen.findByRole('button', { name: 'Retry' }));
  expect(await screen.findByText('the page')).toBeVisible();
});

test('the network that is back draws a broken page again', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  let broken = true;
  const Page = () => (broken ? <Broken /> : <p>the page</p>);
  render(
    <PageBoundary path="/cart">
      <Page />
    </PageBoundary>,
  );
  broken = false;
  await online();
  expect(screen.getByText('the page')).toBeVisible();
});
