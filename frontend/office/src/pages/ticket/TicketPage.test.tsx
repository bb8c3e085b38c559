import { create } from '@bufbuild/protobuf';
import { Code, ConnectError } from '@connectrpc/connect';
import { cleanup, screen, waitFor } from '@testing-library/react';
import { Route, Routes } from 'react-router';
import { beforeEach, expect, test } from 'vitest';
import { ErrorInfoSchema } from '#contract/google/rpc/error_details_pb.js';
import {
  type AnswerTicketRequest,
  type SetTicketStateRequest,
  type TicketEntry,
  TicketEntryKind,
  TicketEntrySchema,
  TicketService,
  TicketState,
} from '#contract/shop/contact/v1/tickets_pb.js';
import { queryClient } from '../../api/query_client';
import { forgetDrafts } from '../../session/drafts';
import { meWith, ticketOf } from '../../test_data';
import { show } from '../../test_page';
import TicketPage from './TicketPage';

const me = meWith('messages.answer', 'orders.read', 'shoppers.read');
const ticket = ticketOf();
const message = create(TicketEntrySchema, {
  id: 'e-1',
  kind: TicketEntryKind.FROM_SHOPPER,
  text: 'The parcel came open.',
  writtenAt: ticket.receivedAt,
});
const unreachable = new ConnectError('', Code.Internal);

beforeEach(() => sessionStorage.clear());

interface Setup {
  as?: typeof me;
  entries?: TicketEntry[];
  /** The results of the answers, one after another: the state after each, or a refusal. */
  answers?: (TicketState | ConnectError)[];
}

/** Shows a ticket, and records the answers and states that are sent. */
function open({ as = me, entries = [message], answers = [] }: Setup = {}) {
  const sent: AnswerTicketRequest[] = [];
  const states: SetTicketStateRequest[] = [];
  let current = ticket;
  const shown = show(
    <Routes>
      <Route path="/messages/:id" element={<TicketPage />} />
    </Routes>,
    {
      me: as,
      at: '/messages/t-1',
      services: (router) =>
        router.service(TicketService, {
          getTicket: () => ({ ticket: current, entries }),
          answerTicket: (answer) => {
            sent.push(answer);
            const next = answers.shift();
            if (next instanceof ConnectError) throw next;
            if (next) current = ticketOf({ state: next });
            return { ticket: current };
          },
          setTicketState: (change) => {
            states.push(change);
            current = ticketOf({ state: change.state });
            return { ticket: current };
          },
        }),
    },
  );
  return { ...shown, sent, states };
}

const box = () => screen.findByLabelText('To Rakesh Iyer, rakesh@example.com');

test('a reply without a confirmed success is kept when the page is left, and sent again with the same id', async () => {
  const { user, sent } = open({ answers: [unreachable] });
  await user.type(await box(), 'We are sorry.');
  await user.click(screen.getByRole('button', { name: 'Send the answer' }));
  expect(await screen.findByText(/Something went wrong/)).toHaveFocus();

  cleanup();
  queryClient.clear();
  const again = open({ answers: [TicketState.ANSWERED] });
  expect(await box()).toHaveValue('We are sorry.');
  await again.user.click(await box());
  await again.user.keyboard('{Control>}{Enter}{/Control}');
  await waitFor(async () => expect(await box()).toHaveValue(''));

  expect(sent).toHaveLength(1);
  const { answerId } = sent[0] ?? {};
  expect(again.sent).toMatchObject([{ messageId: 't-1', answerId, text: 'We are sorry.', closes: false }]);
  expect(answerId).toMatch(/^[\da-f-]{36}$/);
  // A sent answer is no longer a draft, and the next answer has a new id.
  expect(Object.keys(sessionStorage)).toEqual([]);
});

test('an answer that went out and was changed since is sent as another one, with its words', async () => {
  const differs = new ConnectError('It differs.', Code.AlreadyExists, undefined, [
    { desc: ErrorInfoSchema, value: { reason: 'ANSWER_DIFFERS' } },
  ]);
  const { user, sent } = open({ answers: [differs, TicketState.CLOSED] });
  await user.type(await box(), 'Something more.');
  await user.click(screen.getByRole('button', { name: 'Answer and close' }));
  expect(await screen.findByText(/Your first answer was sent/)).toHaveFocus();
  expect(await box()).toHaveValue('Something more.');
  await user.click(screen.getByRole('button', { name: 'Answer and close' }));
  await waitFor(async () => expect(await box()).toHaveValue(''));
  expect(sent[1]).toMatchObject({ text: 'Something more.', closes: true });
  expect(sent[1]?.answerId).not.toBe(sent[0]?.answerId);
});

test('shows a mail that nothing proves under no shopper’s name, with a warning', async () => {
  const forged = { ...message, id: 'e-2', text: 'Send it elsewhere.', isUnverified: true };
  open({ entries: [message, forged] });
  const entry = (await screen.findByText('Send it elsewhere.')).closest('li');
  expect(entry).toHaveTextContent('An unverified sender wrote');
  expect(entry).toHaveTextContent('nothing proves that the shopper wrote it');
  expect(entry).not.toHaveTextContent('Rakesh');
  const own = screen.getByText('The parcel came open.').closest('li');
  expect(own).toHaveTextContent('Rakesh Iyer wrote');
  expect(own).not.toHaveTextContent('proves');
});

test('a draft is its writer’s own, and goes when they log out', async () => {
  const { user } = open();
  await user.type(await box(), 'Dear Rakesh ji');
  cleanup();
  open({ as: { ...me, staffId: 's-2' } });
  expect(await box()).toHaveValue('');
  cleanup();
  forgetDrafts();
  open();
  expect(await box()).toHaveValue('');
});

test('the page links to the orders and the account of the writer', async () => {
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

test('a ticket is closed without an answer, and opened again', async () => {
  const { user, states } = open();
  await user.click(await screen.findByRole('button', { name: 'Close it' }));
  await user.click(await screen.findByRole('button', { name: 'Open it again' }));
  expect(await screen.findByRole('button', { name: 'Close it' })).toBeInTheDocument();
  expect(states).toMatchObject([
    { messageId: 't-1', state: TicketState.CLOSED },
    { messageId: 't-1', state: TicketState.OPEN },
  ]);
});
