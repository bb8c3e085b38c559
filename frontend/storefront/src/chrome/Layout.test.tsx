import { act, render, screen, waitFor, within } from '@testing-library/react';
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

test('a footer whose code does not come at once is asked for again, and the page stands meanwhile', async () => {
  vi.resetModules();
  const load = vi.fn<() => void>().mockImplementationOnce(() => {
    throw new Error('no connection');
  });
  vi.doMock('./Footer', () => {
    load();
    return { default: () => <footer>the foot</footer> };
  });
  const { Layout: Fresh } = await import('./Layout');
  render(
    <MemoryRouter>
      <Fresh startLoads={[]}>the page</Fresh>
    </MemoryRouter>,
  );
  await waitFor(() => expect(load).toHaveBeenCalledOnce());
  expect(screen.getByText('the page')).toBeVisible();
  act(() => void window.dispatchEvent(new Event('online')));
  expect(await screen.findByText('the foot')).toBeVisible();
  vi.doUnmock('./Footer');
});

test.each(['./Header', './RouteChange', './Footer', '../ui/ToastArea'])(
  'when %s breaks, the page and a way on stay',
  async (part) => {
    vi.spyOn(console, 'error').mockImplementation(() => {});
    vi.resetModules();
    const Broken = () => {
      throw new Error('broken');
    };
    vi.doMock(part, () => ({
      default: Broken,
      Header: Broken,
      RouteChange: Broken,
      ToastArea: Broken,
      inPlace: {},
    }));
    const { Layout: Fresh } = await import('./Layout');
    render(
      <MemoryRouter>
        <Fresh startLoads={[]}>the page</Fresh>
      </MemoryRouter>,
    );
    expect(await screen.findByText('the page')).toBeVisible();
    expect(within(screen.getByRole('banner')).getByRole('link', { name: /^Cart/ })).toBeVisible();
    vi.doUnmock(part);
  },
);
