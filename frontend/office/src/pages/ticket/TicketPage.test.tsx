import { cleanup, screen, waitFor } from '@testing-library/react';
import { Route, Routes } from 'react-router';
import { beforeEach, expect, test } from 'vitest';
import { queryClient } from '../../api/query_client';
import { forgetDrafts } from '../../session/drafts';
import { meWith, ticketOf } from '../../test_data';
import { answerCalls, show } from '../../test_page';
import TicketPage from './TicketPage';

const me = meWith('messages.answer', 'orders.read', 'shoppers.read');
const ticket = ticketOf();
const message = {
  id: 'e-1',
  kind: 'from_shopper',
  text: 'The parcel came open.',
  writtenAt: ticket.receivedAt,
  isUnverified: false,
};
const thread = { data: { ticket, entries: [message] } };
const answers = 'POST messages/t-1/answers';
const opened = { 'GET messages/t-1': thread };
const unreachable = { status: 502, body: { message: '' } };

beforeEach(() => sessionStorage.clear());

function open() {
  return show(
    <Routes>
      <Route path="/messages/:id" element={<TicketPage />} />
    </Routes>,
    { me, at: '/messages/t-1' },
  );
}

const box = () => screen.findByLabelText('To Rakesh Iyer, rakesh@example.com');

test('a reply without a confirmed success is kept when the page is left, and sent again with the same id', async () => {
  const calls = answerCalls({
    ...opened,
    [answers]: [unreachable, { data: { ...ticket, state: 'answered' } }],
  });
  const { user } = open();
  await user.type(await box(), 'We are sorry.');
  await user.click(screen.getByRole('button', { name: 'Send the answer' }));
  expect(await screen.findByText(/Something went wrong/)).toHaveFocus();

  cleanup();
  queryClient.clear();
  const again = open();
  expect(await box()).toHaveValue('We are sorry.');
  await again.user.click(await box());
  await again.user.keyboard('{Control>}{Enter}{/Control}');
  await waitFor(async () => expect(await box()).toHaveValue(''));

  const sent = calls.filter(({ route }) => route === answers).map(({ body }) => body as { answerId: string });
  expect(sent).toHaveLength(2);
  expect(sent[1]).toEqual({ answerId: sent[0]?.answerId, text: 'We are sorry.', closes: false });
  expect(sent[0]?.answerId).toMatch(/^[\da-f-]{36}$/);
  // A sent answer is no longer a draft, and the next answer has a new id.
  expect(Object.keys(sessionStorage)).toEqual([]);
});

test('an answer that went out and was changed since is sent as another one, with its words', async () => {
  const differs = { status: 409, body: { message: 'It differs.', code: 'ANSWER_DIFFERS' } };
  const calls = answerCalls({ ...opened, [answers]: [differs, { data: { ...ticket, state: 'closed' } }] });
  const { user } = open();
  await user.type(await box(), 'Something more.');
  await user.click(screen.getByRole('button', { name: 'Answer and close' }));
  expect(await screen.findByText(/Your first answer was sent/)).toHaveFocus();
  expect(await box()).toHaveValue('Something more.');
  await user.click(screen.getByRole('button', { name: 'Answer and close' }));
  await waitFor(async () => expect(await box()).toHaveValue(''));
  const sent = calls.filter(({ route }) => route === answers).map(({ body }) => body as { answerId: string });
  expect(sent[1]).toMatchObject({ text: 'Something more.', closes: true });
  expect(sent[1]?.answerId).not.toBe(sent[0]?.answerId);
});

test('shows a mail that nothing proves under no shopper’s name, with a warning', async () => {
  const forged = { ...message, id: 'e-2', text: 'Send it elsewhere.', isUnverified: true };
  answerCalls({ ...opened, 'GET messages/t-1': { data: { ticket, entries: [message, forged] } } });
  open();
  const entry = (await screen.findByText('Send it elsewhere.')).closest('li');
  expect(entry).toHaveTextContent('An unverified sender wrote');
  expect(entry).toHaveTextContent('nothing proves that the shopper wrote it');
  expect(entry).not.toHaveTextContent('Rakesh');
  const own = screen.getByText('The parcel came open.').closest('li');
  expect(own).toHaveTextContent('Rakesh Iyer wrote');
  expect(own).not.toHaveTextContent('proves');
});

test('a draft is its writer’s own, and goes when they log out', async () => {
  answerCalls(opened);
  const { user } = open();
  await user.type(await box(), 'Dear Rakesh ji');
  cleanup();
  show(
    <Routes>
      <Route path="/messages/:id" element={<TicketPage />} />
    </Routes>,
    { me: { ...me, staffId: 's-2' }, at: '/messages/t-1' },
  );
  expect(await box()).toHaveValue('');
  cleanup();
  forgetDrafts();
  open();
  expect(await box()).toHaveValue('');
});

test('the page links to the orders and the account of the writer', async () => {
  answerCalls(opened);
  open();
  const text = '#rakesh%40example.com';
  expect(await screen.findByRole('link', { name: 'Orders of this email' })).toHaveAttribute(
    'href',
    `/orders${text}`,
  );
  expect(screen.getByRole('link', { name: 'The shopper’s account' })).toHaveAttribute(
    'href',
    `/shoppers${text}`,
  );
});
