import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { answerNames, meWith, reviewOf } from '../../test_data';
import { answerCalls, show } from '../../test_page';
import ReviewsPage from './ReviewsPage';

const me = meWith('reviews.moderate');
const first = reviewOf();
const second = reviewOf({ id: 'r-2', name: 'Meena Shah', review: 'Fresh and green.' });
const third = reviewOf({ id: 'r-3', name: 'Farida Khan', review: 'Too bitter.' });
const list = 'GET reviews?state=waiting';
const others = {
  'GET today': { data: { counts: [], reviewsWaiting: 3, reviewsFlagged: 1 } },
};

const card = (name: string) => screen.findByRole('listitem', { name: `${name} about Karela Powder` });

test('the queue is worked off by keys: the next review has the focus, and in the end there is none', async () => {
  const calls = answerCalls({
    ...others,
    [list]: { data: { reviews: [first, second, third] } },
    'POST reviews/r-1/decision': { data: { ...first, state: 'approved', version: 2 } },
    'POST reviews/r-2/decision': { data: { ...second, state: 'refused', version: 2 } },
    'POST reviews/r-3/decision': { data: { ...third, state: 'approved', version: 2 } },
  });
  const decided = () => calls.filter(({ route }) => route.startsWith('POST'));
  const { user } = show(<ReviewsPage />, { me, services: answerNames({ 's-2': 'Ramesh Solanki' }) });
  await card('Asha Patel');
  // A key decides nothing while no review has the focus.
  await user.keyboard('ar');
  expect(decided()).toEqual([]);
  await user.keyboard('j');
  expect(await card('Asha Patel')).toHaveFocus();
  await user.keyboard('{a>5/}');
  await waitFor(async () => expect(await card('Meena Shah')).toHaveFocus());
  expect(decided()).toHaveLength(1);
  expect(screen.queryByText('It cured my sugar.')).not.toBeInTheDocument();

  await user.keyboard('j');
  expect(await card('Farida Khan')).toHaveFocus();
  await user.keyboard('kr');
  const form = screen.getByRole('form', { name: 'Refuse the review' });
  expect(within(form).getByRole('radio', { name: 'It is not about the product' })).toHaveFocus();
  await user.click(within(form).getByRole('radio', { name: 'Something else' }));
  await user.click(within(form).getByRole('button', { name: 'Refuse review' }));
  expect(await within(form).findByText('Enter a reason for the writer.')).toBeInTheDocument();
  await user.type(within(form).getByLabelText('In your own words'), 'It is a recipe and no review.');
  await user.click(within(form).getByRole('button', { name: 'Refuse review' }));
  await waitFor(async () => expect(await card('Farida Khan')).toHaveFocus());

  await user.keyboard('a');
  expect(await screen.findByText('Every review has been read.')).toBeInTheDocument();
  expect(calls.filter(({ route }) => route.startsWith('POST'))).toEqual([
    { route: 'POST reviews/r-1/decision', body: { version: 1, state: 'approved' } },
    {
      route: 'POST reviews/r-2/decision',
      body: { version: 1, state: 'refused', reason: 'It is a recipe and no review.' },
    },
    { route: 'POST reviews/r-3/decision', body: { version: 1, state: 'approved' } },
  ]);
});

test('each review that waits says whether shoppers see it already, and what was found in it', async () => {
  const claim = { start: 3, end: 8, rule: 'dmr-schedule-diabetes', explanation: 'No cures.' };
  const number = { start: 0, end: 2, rule: 'contact-phone', explanation: 'A phone number.' };
  const held = reviewOf({ id: 'r-2', name: 'Meena Shah', isHeld: true, claims: [number, claim] });
  answerCalls({ ...others, [list]: { data: { reviews: [held, first] } } });
  show(<ReviewsPage />, { me, services: answerNames({ 's-2': 'Ramesh Solanki' }) });
  const there = within(await card('Meena Shah'));
  expect(there.getByText('Not shown yet')).toBeInTheDocument();
  expect(there.getByText('A claim?, contact details')).toBeInTheDocument();
  expect(within(await card('Asha Patel')).getByText('Shown already')).toBeInTheDocument();
});

test('after a conflict the change is shown, the typed text stays, and can be sent again', async () => {
  const present = reviewOf({ review: 'It is fresh.', rating: 5, version: 4 });
  const decision = 'POST reviews/r-1/decision';
  const calls = answerCalls({
    ...others,
    [list]: { data: { reviews: [first, second] } },
    [decision]: [
      { status: 409, data: present, body: { message: 'It was changed.', code: 'REVIEW_CHANGED' } },
      { data: { ...present, state: 'refused', version: 5 } },
    ],
  });
  const { user } = show(<ReviewsPage />, { me, services: answerNames({ 's-2': 'Ramesh Solanki' }) });
  await card('Asha Patel');
  await user.keyboard('jr');
  await user.click(screen.getByRole('radio', { name: 'Something else' }));
  await user.type(screen.getByLabelText('In your own words'), 'No recipes please.');
  await user.click(screen.getByRole('button', { name: 'Refuse review' }));

  const here = await card('Asha Patel');
  expect(await within(here).findByText(/This changed while you read it/)).toBeInTheDocument();
  expect(here).toHaveTextContent('Its writer now gives 5 of 5 stars, before 4 of 5 stars.');
  expect(here).toHaveTextContent('Before: It cured my sugar.');
  expect(within(here).getByText('It is fresh.')).toBeInTheDocument();
  expect(screen.getByLabelText('In your own words')).toHaveValue('No recipes please.');

  await user.click(screen.getByRole('button', { name: 'Refuse review' }));
  await waitFor(async () => expect(await card('Meena Shah')).toHaveFocus());
  const sent = calls.filter(({ route }) => route === decision).map(({ body }) => body);
  expect(sent).toEqual([
    { version: 1, state: 'refused', reason: 'No recipes please.' },
    { version: 4, state: 'refused', reason: 'No recipes please.' },
  ]);
});

test('an answer stands below its review, which stays to be decided; emptied, it is taken away', async () => {
  const answered = reviewOf({ shopAnswer: 'Thank you.', version: 2 });
  const calls = answerCalls({
    ...others,
    [list]: { data: { reviews: [first] } },
    'PUT reviews/r-1/answer': [{ data: answered }, { data: reviewOf({ version: 3 }) }],
  });
  const { user } = show(<ReviewsPage />, { me, services: answerNames({ 's-2': 'Ramesh Solanki' }) });
  await user.click(await screen.findByRole('button', { name: 'Answer publicly…' }));
  await user.type(screen.getByLabelText('Answer'), ' Thank you. ');
  await user.click(screen.getByRole('button', { name: 'Publish answer' }));
  expect(await screen.findByText('The shop answers:')).toBeInTheDocument();

  await user.click(await screen.findByRole('button', { name: 'Change the answer…' }));
  await user.clear(screen.getByLabelText('Answer'));
  await user.click(screen.getByRole('button', { name: 'Publish answer' }));
  await waitFor(() => expect(screen.queryByText('The shop answers:')).not.toBeInTheDocument());
  expect(calls.filter(({ route }) => route.startsWith('PUT')).map(({ body }) => body)).toEqual([
    { version: 1, answer: 'Thank you.' },
    { version: 2, answer: '' },
  ]);
});
