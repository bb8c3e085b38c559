import { render, screen, within } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { beforeEach, expect, test } from 'vitest';
import { brand } from '#content/brand';
import { company } from '#content/company';
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
  for (const line of company.address) expect(screen.getByText(line)).toBeVisible();
  expect(screen.getByRole('link', { name: brand.phone.display })).toHaveAttribute('href', brand.phone.href);
  expect(screen.getByRole('link', { name: brand.chat.display })).toHaveAttribute('href', brand.chat.href);
  expect(screen.getByRole('link', { name: company.mail.display })).toHaveAttribute('href', company.mail.href);
});

test.each(company.social)('$name is linked', ({ name, href }) => {
  expect(screen.getByRole('link', { name: `Vanmool on ${name}` })).toHaveAttribute('href', href);
});

test('licences, the disclaimer and the notice that this is a sample are there', () => {
  expect(screen.getByText(company.foodLicence)).toBeVisible();
  expect(screen.getByText(company.taxNumber)).toBeVisible();
  expect(screen.getByText(/^Food product\. Not for medicinal use\./)).toBeVisible();
  expect(screen.getByText(/^Sample shop/)).toBeVisible();
});
