import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { shop } from '#content/shop';
import { faq } from '#content/faq';
import FaqPage from './FaqPage';

function open() {
  const { container } = render(<FaqPage />, { wrapper: MemoryRouter });
  return [...container.querySelectorAll('details')];
}

const openOnes = (items: HTMLDetailsElement[]) => items.filter((item) => item.open).map(({ id }) => id);

beforeEach(() => {
  // jsdom has no `scrollIntoView`.
  Element.prototype.scrollIntoView = () => {};
});

afterEach(() => {
  window.location.hash = '';
});

test('every question stands over its answer', () => {
  const items = open();
  expect(items).toHaveLength(10);
  faq.forEach(({ question, answer }, index) => {
    expect(items[index]?.querySelector('summary h2')).toHaveTextContent(question);
    expect(items[index]?.lastElementChild).toHaveTextContent(answer);
  });
});

test('the first answer is open, and all items share the name by which the browser closes the others', () => {
  const items = open();
  expect(openOnes(items)).toEqual(['diabetes-powder']);
  expect(items.map((item) => item.getAttribute('name'))).toEqual(Array(10).fill('faq'));
});

test('a click on a question opens its answer', async () => {
  const items = open();
  await userEvent.click(screen.getByText('How do I store a pack once it is open?'));
  expect(openOnes(items)).toContain('storage');
});

test('an address can name the question', () => {
  window.location.hash = '#storage';
  expect(openOnes(open())).toContain('storage');
});

test('a shopper who finds no answer can call, mail or write', () => {
  open();
  const links = screen.getAllByRole('link').map((link) => link.getAttribute('href'));
  expect(links).toEqual([shop.phone.href, shop.mail.href, '/contact']);
  expect(screen.getByText(/^Food product. Not for medicinal use./)).toBeVisible();
});
