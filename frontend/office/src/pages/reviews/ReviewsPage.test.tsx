import { create } from '@bufbuild/protobuf';
import { Code, ConnectError } from '@connectrpc/connect';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { ErrorInfoSchema } from '#contract/google/rpc/error_details_pb.js';
import {
  type AnswerReviewRequest,
  FlaggedClaimSchema,
  type ModeratedReview,
  ModeratedReviewSchema,
  type ModerateReviewRequest,
  ReviewModerationService,
  ReviewState,
} from '#contract/shop/review/v1/moderation_pb.js';
import { answerNames, meWith, reviewOf } from '../../test_data';
import { answerCalls, show } from '../../test_page';
import ReviewsPage from './ReviewsPage';

const me = meWith('reviews.moderate');
const first = reviewOf();
const second = reviewOf({ id: 'r-2', name: 'Meena Shah', review: 'Fresh and green.' });
const third = reviewOf({ id: 'r-3', name: 'Farida Khan', review: 'Too bitter.' });
const others = {
  'GET today': { data: { counts: [], reviewsWaiting: 3, reviewsFlagged: 1 } },
};

type Answer = ModeratedReview | ConnectError;

/** Shows the queue with these reviews. The decisions and answers of staff get these answers, one after another. */
function open(reviews: ModeratedReview[], ...answers: Answer[]) {
  answerCalls(others);
  const sent: (ModerateReviewRequest | AnswerReviewRequest)[] = [];
  const hear = (request: ModerateReviewRequest | AnswerReviewRequest) => {
    sent.push(request);
    const answer = answers.shift();
    if (answer instanceof ConnectError) throw answer;
    return answer ? { review: answer } : {};
  };
  const shown = show(<ReviewsPage />, {
    me,
    services: (router) => {
      answerNames({ 's-2': 'Ramesh Solanki' })(router);
      router.service(ReviewModerationService, {
        listModeratedReviews: ({ state, isFlagged }) => ({
          reviews: state === ReviewState.WAITING && !isFlagged ? reviews : [],
        }),
        moderateReview: hear,
        answerReview: hear,
      });
    },
  });
  return { ...shown, sent };
}

const decided = (review: ModeratedReview, state: ReviewState) =>
  create(ModeratedReviewSchema, { ...review, state, version: review.version + 1 });

const card = (name: string) => screen.findByRole('listitem', { name: `${name} about Karela Powder` });

test('the queue is worked off by keys: the next review has the focus, and in the end there is none', async () => {
  const { user, sent } = open(
    [first, second, third],
    decided(first, ReviewState.APPROVED),
    decided(second, ReviewState.REFUSED),
    decided(third, ReviewState.APPROVED),
  );
  await card('Asha Patel');
  // A key decides nothing while no review has the focus.
  await user.keyboard('ar');
  expect(sent).toEqual([]);
  await user.keyboard('j');
  expect(await card('Asha Patel')).toHaveFocus();
  await user.keyboard('{a>5/}');
  await waitFor(async () => expect(await card('Meena Shah')).toHaveFocus());
  expect(sent).toHaveLength(1);
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
  expect(sent).toMatchObject([
    { reviewId: 'r-1', version: 1, state: ReviewState.APPROVED, reason: '' },
    { reviewId: 'r-2', version: 1, state: ReviewState.REFUSED, reason: 'It is a recipe and no review.' },
    { reviewId: 'r-3', version: 1, state: ReviewState.APPROVED, reason: '' },
  ]);
});

test('each review that waits says whether shoppers see it already, and what was found in it', async () => {
  const claims = [
    create(FlaggedClaimSchema, { start: 0, end: 2, rule: 'contact-phone', explanation: 'A phone number.' }),
    create(FlaggedClaimSchema, { start: 3, end: 8, rule: 'dmr-schedule-diabetes', explanation: 'No cures.' }),
  ];
  open([reviewOf({ id: 'r-2', name: 'Meena Shah' }, { isHeld: true, claims }), first]);
  const there = within(await card('Meena Shah'));
  expect(there.getByText('Not shown yet')).toBeInTheDocument();
  expect(there.getByText('A claim?, contact details')).toBeInTheDocument();
  expect(within(await card('Asha Patel')).getByText('Shown already')).toBeInTheDocument();
});

test('after a conflict the change is shown, the typed text stays, and can be sent again', async () => {
  const present = reviewOf({ review: 'It is fresh.', ratingTenths: 50 }, { version: 4 });
  const changed = new ConnectError('It was changed.', Code.Aborted, undefined, [
    { desc: ErrorInfoSchema, value: { reason: 'REVIEW_CHANGED' } },
    { desc: ModeratedReviewSchema, value: present },
  ]);
  const { user, sent } = open([first, second], changed, decided(present, ReviewState.REFUSED));
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
  expect(sent).toMatchObject([
    { version: 1, state: ReviewState.REFUSED, reason: 'No recipes please.' },
    { version: 4, state: ReviewState.REFUSED, reason: 'No recipes please.' },
  ]);
});

test('an answer stands below its review, which stays to be decided; emptied, it is taken away', async () => {
  const answered = reviewOf({ shopAnswer: 'Thank you.' }, { version: 2 });
  const { user, sent } = open([first], answered, reviewOf({}, { version: 3 }));
  await user.click(await screen.findByRole('button', { name: 'Answer publicly…' }));
  await user.type(screen.getByLabelText('Answer'), ' Thank you. ');
  await user.click(screen.getByRole('button', { name: 'Publish answer' }));
  expect(await screen.findByText('The shop answers:')).toBeInTheDocument();

  await user.click(await screen.findByRole('button', { name: 'Change the answer…' }));
  await user.clear(screen.getByLabelText('Answer'));
  await user.click(screen.getByRole('button', { name: 'Publish answer' }));
  await waitFor(() => expect(screen.queryByText('The shop answers:')).not.toBeInTheDocument());
  expect(sent).toMatchObject([
    { version: 1, answer: 'Thank you.' },
    { version: 2, answer: '' },
  ]);
});

test('a changed review that is too long for the refusal is read again', async () => {
  const reviews = [first];
  const changed = new ConnectError('It was changed.', Code.Aborted, undefined, [
    { desc: ErrorInfoSchema, value: { reason: 'REVIEW_CHANGED' } },
  ]);
  const { user } = open(reviews, changed);
  await card('Asha Patel');
  reviews[0] = reviewOf({ review: 'It is fresh.' }, { version: 4 });
  await user.keyboard('ja');
  expect(await screen.findByText('It is fresh.')).toBeInTheDocument();
});
