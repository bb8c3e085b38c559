import { act, render, screen } from '@testing-library/react';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { MemoryRouter, StaticRouter } from 'react-router';
import { expect, test, vi } from 'vitest';
import { useQuery } from './use_query';

function Query() {
  return <p>{useQuery().get('q') ?? 'nothing'}</p>;
}

test('the query is what the address says', () => {
  render(
    <MemoryRouter initialEntries={['/404?q=laptop']}>
      <Query />
    </MemoryRouter>,
  );
  expect(screen.getByText('laptop')).toBeVisible();
});

test('a page rendered ahead is taken over as it is, and gets its query right after', async () => {
  const problems = vi.spyOn(console, 'error');
  const root = document.body.appendChild(document.createElement('div'));
  root.innerHTML = renderToString(
    <StaticRouter location="/404">
      <Query />
    </StaticRouter>,
  );
  expect(root).toHaveTextContent('nothing');
  const app = (
    <MemoryRouter initialEntries={['/404?q=laptop']}>
      <Query />
    </MemoryRouter>
  );
  const hydrated = await act(async () => hydrateRoot(root, app));
  expect(root).toHaveTextContent('laptop');
  expect(problems).not.toHaveBeenCalled();
  act(() => hydrated.unmount());
  root.remove();
});
