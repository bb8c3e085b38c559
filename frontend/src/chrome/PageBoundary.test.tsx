import { render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
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
