import { render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { expect, test } from 'vitest';
import NotFoundPage from './NotFoundPage';

test('the way home, a telephone and a mail link', () => {
  render(<NotFoundPage />, { wrapper: MemoryRouter });
  expect(screen.getByRole('heading', { level: 1, name: 'Sacred Page Not Found' })).toBeVisible();
  const links = screen.getAllByRole('link').map((link) => link.getAttribute('href'));
  expect(links).toEqual(['/', expect.stringMatching(/^tel:/), expect.stringMatching(/^mailto:/)]);
});
