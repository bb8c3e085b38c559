import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router';
import { expect, test } from 'vitest';
import { TopBar } from './TopBar';

test.each([
  ['About Us', '/aboutUs'],
  ['Returns Policy', '/returnpolicy'],
  ['FAQs', '/faq'],
  ['My Account', '/login'],
])('%s leads to %s', (name, path) => {
  render(<TopBar />, { wrapper: MemoryRouter });
  expect(screen.getByRole('link', { name })).toHaveAttribute('href', path);
});

test('the Help Center opens the ways to a person: a call and a chat', async () => {
  render(<TopBar />, { wrapper: MemoryRouter });
  const button = screen.getByRole('button', { name: 'Help Center' });
  expect(screen.queryByRole('link', { name: 'Call Center' })).toBeNull();
  await userEvent.click(button);
  expect(button).toHaveAttribute('aria-expanded', 'true');
  expect(screen.getByRole('link', { name: 'Call Center' })).toHaveAttribute(
    'href',
    expect.stringMatching(/^tel:\+91/),
  );
  expect(screen.getByRole('link', { name: 'Live Chat' })).toHaveAttribute(
    'href',
    expect.stringMatching(/^https:/),
  );
});

test('the page shown is marked', () => {
  render(
    <MemoryRouter initialEntries={['/faq']}>
      <TopBar />
    </MemoryRouter>,
  );
  expect(screen.getByRole('link', { current: 'page' })).toHaveAccessibleName('FAQs');
});
