import { render, screen, within } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { beforeEach, expect, test } from 'vitest';
import { shop } from '#content/shop';
import Footer from './Footer';

beforeEach(() => {
  render(<Footer />, { wrapper: MemoryRouter });
});

const linksOf = (name: string) =>
  within(screen.getByRole('navigation', { name }))
    .getAllByRole('link')
    .map((link) => link.getAttribute('href'));

test('quick links lead to what shoppers look for', () => {
  const specified = ['/', '/shop', '/aboutUs', '/blog', '/Testimonial', '/reviewForm', '/faq', '/contact'];
  expect(linksOf('Quick links')).toEqual([...specified, '/track', '/account']);
});

test('all four policies are linked', () => {
  expect(linksOf('Policies')).toEqual(['/shipping', '/returnpolicy', '/privacy', '/terms']);
});

test('the company says who and where it is, and can be called, chatted with and written to', () => {
  for (const line of shop.address) expect(screen.getByText(line)).toBeVisible();
  expect(screen.getByRole('link', { name: shop.phone.display })).toHaveAttribute('href', shop.phone.href);
  expect(screen.getByRole('link', { name: shop.chat.display })).toHaveAttribute('href', shop.chat.href);
  expect(screen.getByRole('link', { name: shop.mail.display })).toHaveAttribute('href', shop.mail.href);
});

test.each([
  ['Instagram', shop.social.instagram.href],
  ['Facebook', shop.social.facebook.href],
  ['YouTube', shop.social.youtube.href],
])('%s is linked', (name, href) => {
  expect(screen.getByRole('link', { name: `Vanmool on ${name}` })).toHaveAttribute('href', href);
});

test('licences, the disclaimer and the notice that this is a sample are there', () => {
  expect(screen.getByText(`FSSAI Lic. No. ${shop.foodLicence}`)).toBeVisible();
  expect(screen.getByText(`GSTIN ${shop.taxNumber}`)).toBeVisible();
  expect(screen.getByText(/^Food product\. Not for medicinal use\./)).toBeVisible();
  expect(screen.getByText(/^Sample shop/)).toBeVisible();
});
