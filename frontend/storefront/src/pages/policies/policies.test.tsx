import { render, screen, within } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { expect, test } from 'vitest';
import { shop } from '#content/shop';
import { paths } from '../../paths';
import PolicyPage from './PolicyPage';

/** The shop's sources without tests. */
const sources = import.meta.glob<string>(['../../**/*.{ts,tsx}', '!../../**/*.test.*'], {
  eager: true,
  query: '?raw',
  import: 'default',
});

/** The names under which the browser stores data. */
const storageKeys = ['cart', 'pincode', 'isLoginUser', 'checkout', 'payment', 'review', 'contact', 'scroll'];

function open(path: string) {
  const { container } = render(
    <MemoryRouter initialEntries={[path]}>
      <PolicyPage />
    </MemoryRouter>,
  );
  return container;
}

function section(heading: string): HTMLElement {
  const found = screen.getByRole('heading', { level: 2, name: heading }).closest('section');
  if (!found) throw new Error(`no section ${heading}`);
  return found;
}

test('returns: 30 days, 5 to 10 working days, at the customer’s cost, and what cannot come back', () => {
  open(paths.returnPolicy);
  expect(section('Returns within 30 days')).toHaveTextContent('within 30 days of delivery');
  expect(section('Refunds')).toHaveTextContent('paid in 5 to 10 working days');
  expect(section('Return shipping')).toHaveTextContent('Return shipping is paid by the customer.');
  const excluded = within(section('What cannot be returned')).getAllByRole('listitem');
  expect(excluded.map(({ textContent }) => textContent)).toEqual([
    'Opened supplements',
    'Oils and personal care products',
    'Gift vouchers',
    'Digital downloads',
  ]);
  expect(section('Exchanges')).toHaveTextContent('only if it is defective or arrived damaged');
  expect(section('Exchanges')).toHaveTextContent('within 24 hours');
});

test('shipping: India, dispatch, three ranges of days, what it costs, attempts and reports', () => {
  open(paths.shipping);
  expect(section('Where we deliver')).toHaveTextContent('within India only');
  expect(section('Dispatch')).toHaveTextContent('dispatched in 1 to 2 business days');
  const rows = within(section('Delivery times')).getAllByRole('row').slice(1);
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    'Tier 1 cities3–5 days',
    'Tier 2 cities4–7 days',
    'Remote areas7–10 days',
  ]);
  expect(section('Delivery charges')).toHaveTextContent('free on prepaid orders');
  expect(section('Delivery charges')).toHaveTextContent(
    'a fee of ₹50 an order, which we also state loosely as about 2%',
  );
  expect(section('Delivery charges')).toHaveTextContent('never more than ₹100');
  expect(section('If no one is at home')).toHaveTextContent('2 to 3 delivery attempts');
  expect(section('Damaged or missing items')).toHaveTextContent('within 24 hours');
});

test('terms: INR, taxes and shipping at checkout, link requests, law and courts', () => {
  open(paths.terms);
  expect(section('Prices and charges')).toHaveTextContent('Indian rupees (INR)');
  expect(section('Prices and charges')).toHaveTextContent('Taxes and shipping are added at checkout');
  expect(section('Links to this shop')).toHaveTextContent('a reply in 2 to 3 weeks');
  expect(section('Law and courts')).toHaveTextContent('the law of India');
  expect(section('Law and courts')).toHaveTextContent('The courts of Surat');
  expect(section('What we sell, and what we do not')).toHaveTextContent('Not for medicinal use.');
});

test('privacy: under-13s are excluded, and the browser’s storage is named', () => {
  open(paths.privacy);
  expect(section('Children')).toHaveTextContent('not for children under 13');
  const stored = section('What stays in your browser');
  for (const key of storageKeys) expect(stored).toHaveTextContent(`“${key}”`);
  expect(section('What we ask for, and why')).toHaveTextContent(
    'full name, email, mobile number, delivery address, pincode',
  );
});

test('the names of everything stored are those that the code stores', () => {
  const all = Object.values(sources).join('\n');
  const named = all.matchAll(/(?:STORAGE_KEY|LOGIN_FLAG) = '(\w+)'|createDraft(?:<\w+>)?\(\s*'(\w+)'/g);
  const keys = new Set(Array.from(named, ([, key, draft]) => key ?? draft));
  expect([...keys].sort()).toEqual([...storageKeys].sort());
  const storing = Object.values(sources).filter((source) => source.includes('Storage.setItem('));
  expect(storing).toHaveLength(7);
});

const policies: [string, string][] = [
  ['Privacy Policy', paths.privacy],
  ['Returns Policy', paths.returnPolicy],
  ['Terms of Service', paths.terms],
  ['Shipping Policy', paths.shipping],
];

test.each(policies)('%s: since when, whom to ask, and the other three', (title, path) => {
  open(path);
  expect(screen.getByRole('heading', { level: 1, name: title })).toBeVisible();
  expect(screen.getByText('Effective May 24, 2025')).toBeVisible();
  expect(screen.getByRole('link', { name: shop.phone.display })).toHaveAttribute('href', shop.phone.href);
  expect(screen.getByRole('link', { name: shop.mail.display })).toHaveAttribute('href', shop.mail.href);
  expect(screen.getAllByText(shop.address[0] ?? 'no address', { exact: false })[0]).toBeVisible();
  const others = within(screen.getByRole('navigation', { name: 'The other policies' })).getAllByRole('link');
  expect(others.map(({ textContent }) => textContent)).toEqual(
    policies.map(([name]) => name).filter((name) => name !== title),
  );
});

test.each(policies)('%s: the contents lead to every section', (_, path) => {
  const container = open(path);
  const links = within(screen.getByRole('navigation', { name: 'On this page' })).getAllByRole('link');
  expect(links.length).toBeGreaterThanOrEqual(6);
  for (const link of links) {
    const target = container.querySelector(link.getAttribute('href') ?? 'no link');
    expect(target?.querySelector('h2')).toHaveTextContent(link.textContent);
  }
});
