import { act, render } from '@testing-library/react';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useCart } from '../../stores/cart';
import { useReviews } from '../../stores/reviews';
import { ashwagandha, karela, reviewOf } from '../../test_data';
import HomePage from './HomePage';

const page = (
  <MemoryRouter>
    <HomePage />
  </MemoryRouter>
);

beforeEach(async () => {
  useCart.setState({ data: [karela, ashwagandha] });
  useReviews.setState({ data: [reviewOf(karela)] });
  // Until the code of the lower sections is loaded, the server would render only their placeholder.
  const { unmount } = render(page);
  await act(async () => void (await import('./HomeSections')));
  unmount();
});
afterEach(() => {
  document.body.innerHTML = '';
});

test('the server draws every slide and every section, and the picture of the first slide only', () => {
  const html = renderToString(page);
  for (const words of ['Bitter fruit. Plain labels.', 'For the vegetarian plate.', 'Ingredients']) {
    expect(html).toContain(words);
  }
  expect(html.match(/images\/hero\/[a-z0-9-]+-tall-480\.webp"/g)).toEqual([
    'images/hero/karela-jamun-tall-480.webp"',
  ]);
});

test('the browser takes over what the server drew', async () => {
  const root = document.createElement('div');
  document.body.append(root);
  root.innerHTML = renderToString(page);
  const drawn = root.querySelector('h1');
  const complaints = vi.spyOn(console, 'error');
  const onRecoverableError = vi.fn();
  const shown = await act(async () => hydrateRoot(root, page, { onRecoverableError }));
  expect(onRecoverableError).not.toHaveBeenCalled();
  expect(complaints).not.toHaveBeenCalled();
  expect(root.querySelector('h1')).toBe(drawn);
  await act(async () => shown.unmount());
});
