import { act, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { expect, test, vi } from 'vitest';
import { Layout } from './Layout';

test('the footer comes after the page, and the page does not wait for it', async () => {
  render(
    <MemoryRouter>
      <Layout startLoads={[]}>the page</Layout>
    </MemoryRouter>,
  );
  expect(screen.getByRole('main')).toBeVisible();
  expect(await screen.findByRole('contentinfo')).toBeVisible();
  expect(screen.getByText('the page')).toBeVisible();
});

test('a footer whose code cannot be loaded is missed, and nothing else', async () => {
  vi.resetModules();
  vi.doMock('./Footer', () => {
    throw new Error('no connection');
  });
  const { Layout: Fresh } = await import('./Layout');
  render(
    <MemoryRouter>
      <Fresh startLoads={[]}>the page</Fresh>
    </MemoryRouter>,
  );
  await act(() => vi.dynamicImportSettled());
  expect(screen.getByText('the page')).toBeVisible();
  expect(screen.queryByRole('contentinfo')).toBeNull();
  vi.doUnmock('./Footer');
});
